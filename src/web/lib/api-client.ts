import type { ErrorResponse } from '#api-schema/error.ts'

/** An answer that is no success. The message is the status, a colon, a space, and the body or, when it is empty, the status text. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly statusText: string
  /** The body, when it is one of the portal's own errors; null when something in between answered. */
  readonly response: ErrorResponse | null

  constructor(status: number, statusText: string, body: string) {
    super(`${status}: ${body || statusText}`)
    this.status = status
    this.statusText = statusText
    this.response = readErrorResponse(body)
  }
}

function readErrorResponse(body: string): ErrorResponse | null {
  try {
    const parsed: unknown = JSON.parse(body)
    const isError =
      typeof parsed === 'object' && parsed !== null && 'error' in parsed && typeof parsed.error === 'string'
    return isError ? (parsed as ErrorResponse) : null
  } catch {
    return null
  }
}

export interface ApiRequest {
  method?: 'GET' | 'POST'
  /** Sent as JSON, or as multipart when it is a FormData. */
  body?: object
  headers?: Record<string, string>
}

/** Sends a request with cookies and gives the parsed JSON. Throws ApiError on any status but 2xx, TypeError when nothing answered. */
export async function apiRequest<T>(
  path: string,
  { method = 'GET', body, headers: extraHeaders }: ApiRequest = {},
): Promise<T> {
  const headers = new Headers(extraHeaders)
  const isForm = body instanceof FormData
  if (body !== undefined && !isForm) headers.set('Content-Type', 'application/json')

  const response = await fetch(path, {
    method,
    headers,
    credentials: 'include',
    body: body === undefined || isForm ? body : JSON.stringify(body),
  })
  if (!response.ok) throw new ApiError(response.status, response.statusText, await response.text())
  return (await response.json()) as T
}
