import type { AnyInput, Route } from '#api-schema/endpoint.ts'
import { buildRequest } from '#api-schema/endpoint.ts'

/** Calls a server over HTTP, and accepts any answer. */
export function fetchEndpoint(
  origin: string,
  endpoint: Route,
  input?: AnyInput,
  furtherHeaders?: Record<string, string>,
): Promise<Response> {
  const { url, headers, ...request } = buildRequest(endpoint, input)
  return fetch(origin + url, { ...request, headers: { ...headers, ...furtherHeaders } })
}
