import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { type AnyInput, buildRequest, type Route } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'

export type CallOptions = Pick<InjectOptions, 'headers' | 'remoteAddress'>

/** Calls a server in this process, without a network. The input may be invalid: the server validates it. */
export async function callEndpoint(
  server: FastifyInstance,
  endpoint: Route,
  input: AnyInput = {},
  options: CallOptions = {},
): Promise<LightMyRequestResponse> {
  const { method, url, headers, body } = buildRequest(endpoint, input)
  const { headers: formHeaders, payload } =
    body instanceof FormData ? await encodeForm(body) : { payload: body }
  return server.inject({
    ...options,
    method,
    url,
    headers: { ...headers, ...formHeaders, ...options.headers },
    ...(payload !== undefined && { payload }),
  })
}

/** Encodes a form as a browser sends it. */
export async function encodeForm(form: FormData) {
  const encoded = new Response(form)
  return {
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  }
}

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

/** Returns the status of an answer beside the fields of its body. */
export function answerOf(response: LightMyRequestResponse) {
  return { status: response.statusCode, ...response.json() }
}

/** Publishes the list that an answer asks about, with the words that it asks for; any other answer is returned as it is. */
export async function confirmList(
  asked: LightMyRequestResponse,
  call: (endpoint: Route, input: AnyInput) => Promise<LightMyRequestResponse>,
): Promise<LightMyRequestResponse> {
  const { uploadId, confirm } = asked.json()
  if (uploadId === undefined) return asked
  const body = confirm === null ? {} : { confirm }
  return await call(endpoints.lists.publishUpload, { params: { uploadId }, body })
}
