import { z } from 'zod'
import { TransportFault } from './http-reply.ts'
import { RPC_ERROR_CODES, RpcError } from './rpc-error.ts'

declare global {
  interface JSON {
    /** Makes a value that `JSON.stringify` writes as exactly this text. */
    rawJSON(text: string): unknown
  }
}

/** A request's metadata, beside its method and parameters. */
export interface RpcRequest {
  id: RpcId
  /** Aborted when the client no longer waits for the answer. */
  signal: AbortSignal
}

/** Undefined for a notification. */
export type RpcId = string | number | null | undefined

/**
 * Answers one request. Throws RpcError for an error answer, TransportFault when there is to be no JSON-RPC answer at all;
 * anything else is answered as internal.
 */
export type RpcCall = (method: string, params: unknown, request: RpcRequest) => Promise<unknown>

/** A result that is answered under another id than that of its request. */
export class MislabelledResult {
  readonly id: RpcId
  readonly result: unknown

  constructor(id: RpcId, result: unknown) {
    this.id = id
    this.result = result
  }
}

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
export async function answerJsonRpc(
  body: string,
  call: RpcCall,
  signal: AbortSignal,
): Promise<string | null> {
  let requests: unknown
  try {
    requests = JSON.parse(body)
  } catch {
    return toJson(errorResponse(null, new RpcError(RPC_ERROR_CODES.parseError, 'Parse error')))
  }
  if (!Array.isArray(requests)) {
    const response = await answerOne(requests, call, signal)
    return response && toJson(response)
  }
  if (requests.length === 0) return toJson(errorResponse(null, invalidRequest()))
  const responses: object[] = []
  for (const request of requests) {
    const response = await answerOne(request, call, signal)
    if (response) responses.push(response)
  }
  return responses.length === 0 ? null : toJson(responses)
}

async function answerOne(request: unknown, call: RpcCall, signal: AbortSignal): Promise<object | null> {
  const parsed = requestSchema.safeParse(request)
  if (!parsed.success) return errorResponse(null, invalidRequest())
  const { id, method, params } = parsed.data
  const response = await call(method, params, { id, signal }).then(
    (result) => resultResponse(id, result),
    (error: unknown) => {
      if (error instanceof TransportFault) throw error
      return errorResponse(id, error)
    },
  )
  return id === undefined ? null : response
}

function resultResponse(id: RpcId, result: unknown): object {
  if (result instanceof MislabelledResult) return resultResponse(result.id, result.result)
  return { jsonrpc: '2.0', result: result ?? null, id }
}

function errorResponse(id: RpcId, error: unknown): object {
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
