import { z } from 'zod'
import { TransportFault } from './http-reply.ts'
import { RPC_ERROR_CODES, RpcError } from './rpc-error.ts'

declare global {
  interface JSON {
    /** Stands for exactly this text in what `JSON.stringify` makes. */
    rawJSON(text: string): unknown
  }
}

/**
 * Answers one request. Throws RpcError for what the caller is told about, TransportFault when there is to be no JSON-RPC
 * answer at all; anything else is answered as internal.
 */
export type RpcCall = (method: string, params: unknown) => Promise<unknown>

const requestSchema = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number(), z.null()]).optional(),
  method: z.string(),
  params: z.unknown().optional(),
})

/**
 * Answers the body of a JSON-RPC 2.0 request, single or batch, with the text of the response. Null when there is nothing
 * to answer: all of it was notifications. Bigints are written as integers, exactly. Throws TransportFault when a call does.
 */
export async function answerJsonRpc(body: string, call: RpcCall): Promise<string | null> {
  let requests: unknown
  try {
    requests = JSON.parse(body)
  } catch {
    return toJson(errorResponse(null, new RpcError(RPC_ERROR_CODES.parseError, 'Parse error')))
  }
  if (!Array.isArray(requests)) {
    const response = await answerOne(requests, call)
    return response && toJson(response)
  }
  if (requests.length === 0) return toJson(errorResponse(null, invalidRequest()))
  const responses: object[] = []
  for (const request of requests) {
    const response = await answerOne(request, call)
    if (response) responses.push(response)
  }
  return responses.length === 0 ? null : toJson(responses)
}

async function answerOne(request: unknown, call: RpcCall): Promise<object | null> {
  const parsed = requestSchema.safeParse(request)
  if (!parsed.success) return errorResponse(null, invalidRequest())
  const { id, method, params } = parsed.data
  const response = await call(method, params).then(
    (result) => ({ jsonrpc: '2.0', result: result ?? null, id }),
    (error: unknown) => {
      if (error instanceof TransportFault) throw error
      return errorResponse(id, error)
    },
  )
  return id === undefined ? null : response
}

function errorResponse(id: string | number | null | undefined, error: unknown): object {
  const { code, message, data } =
    error instanceof RpcError ? error : new RpcError(RPC_ERROR_CODES.internalError, 'Internal error')
  return { jsonrpc: '2.0', error: data === undefined ? { code, message } : { code, message, data }, id }
}

function invalidRequest(): RpcError {
  return new RpcError(RPC_ERROR_CODES.invalidRequest, 'Invalid request')
}

function toJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'bigint' ? JSON.rawJSON(inner.toString()) : inner,
  )
}
