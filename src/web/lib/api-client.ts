import type { AnyInput, InputArgument, ReplyOf, Route } from '#api-schema/endpoint.ts'
import { buildRequest } from '#api-schema/endpoint.ts'
import type { ErrorResponse } from '#api-schema/error.ts'

/** An answer without success. Its message is "status: body", or "status: status text" when the body is empty. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly statusText: string
  /** The body, when it is one of the portal's own errors; null when a proxy answered. */
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
    return isErrorResponse(parsed) ? parsed : null
  } catch {
    return null
  }
}

function isErrorResponse(parsed: unknown): parsed is ErrorResponse {
  return (
    typeof parsed === 'object' && parsed !== null && 'error' in parsed && typeof parsed.error === 'string'
  )
}

/**
 * Asks an endpoint, with cookies, and returns its reply: validated where the endpoint has its schema, only typed where it
 * does not (the claim page). Throws ApiError on any status but 2xx, TypeError without an answer, ZodError on another reply
 * than was declared.
 */
export async function send<R extends Route>(route: R, ...[input]: InputArgument<R>): Promise<ReplyOf<R>> {
  return readReply(route, await request(route, input))
}

/** Asks an endpoint and returns the raw response. Throws as `send` does. */
export async function request(
  route: Route,
  input?: AnyInput,
  headers?: Record<string, string>,
  signal?: AbortSignal,
): Promise<Response> {
  const { url, ...built } = buildRequest(route, input)
  const response = await fetch(url, {
    ...built,
    headers: { ...built.headers, ...headers },
    credentials: 'include',
    ...(signal && { signal }),
  })
  if (!response.ok) throw new ApiError(response.status, response.statusText, await response.text())
  return response
}

/** Reads the answer as the reply of the endpoint. */
export async function readReply<R extends Route>({ reply }: R, response: Response): Promise<ReplyOf<R>> {
  const answer = await response.json()
  if (reply && 'parse' in reply) reply.parse(answer)
  return answer
}
