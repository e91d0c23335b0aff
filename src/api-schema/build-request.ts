import type { AnyInput, Route } from './endpoint.ts'
import { fillPath } from './fill-path.ts'

export interface BuiltRequest {
  method: Route['method']
  /** Path and query. */
  url: string
  /** JSON, or a form with the file. */
  body: string | FormData | undefined
  headers: Record<string, string>
}

/** Builds the HTTP request for an endpoint. */
export function buildRequest(route: Route, { params, query, body, file }: AnyInput = {}): BuiltRequest {
  const url = fillPath(route.path, params) + queryString(query)
  const { method } = route
  if (file !== undefined) return { method, url, body: formWith(route, file), headers: {} }
  if (body === undefined) return { method, url, body, headers: {} }
  return { method, url, body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }
}

function queryString(query: object = {}): string {
  const given = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) given.set(name, `${value}`)
  }
  return given.size === 0 ? '' : `?${given}`
}

function formWith({ body }: Route, file: File): FormData {
  if (!body || !('fileField' in body)) throw new TypeError('This endpoint takes no file')
  const form = new FormData()
  form.set(body.fileField, file)
  return form
}
