import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import type { AnyInput, Route } from '#api-schema/endpoint.ts'
import { buildRequest } from '#api-schema/endpoint.ts'

/** Calls a server in this process, without a network. The input may be invalid: the server validates it. */
export async function callEndpoint(
  server: FastifyInstance,
  endpoint: Route,
  input: AnyInput = {},
  options: Pick<InjectOptions, 'headers' | 'remoteAddress'> = {},
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
