import type { Address } from '@solana/kit'
import { z } from 'zod'
import { isSolanaAddress } from '#domain/solana-address.ts'
import { type Block, type ChainView, COMMITMENTS, type Commitment } from './block-chain.ts'
import type { RpcNode } from './rpc-node.ts'

export interface HttpReply {
  status: number
  contentType: string
  body: string
  headers?: Readonly<Record<string, string>>
}

/**
 * Thrown where the whole HTTP exchange fails, including the other requests of a batch: the server sends this reply, or
 * with null just drops the connection.
 */
export class TransportFault extends Error {
  override name = 'TransportFault'
  readonly reply: HttpReply | null

  constructor(reply: HttpReply | null) {
    super(reply ? `answers HTTP ${reply.status}` : 'drops the connection')
    this.reply = reply
  }
}

/** An error that is answered to the caller as JSON-RPC's `error` object. Codes are those of a Solana node. */
export class RpcError extends Error {
  override name = 'RpcError'
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

export const RPC_ERROR_CODES = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  preflightFailure: -32002,
  signatureVerificationFailure: -32003,
  blockNotAvailable: -32004,
  nodeUnhealthy: -32005,
  unsupportedTransactionVersion: -32015,
  minContextSlotNotReached: -32016,
} as const

export function invalidParams(message: string): RpcError {
  return new RpcError(RPC_ERROR_CODES.invalidParams, message)
}

export function signatureVerificationFailure(): RpcError {
  return new RpcError(
    RPC_ERROR_CODES.signatureVerificationFailure,
    'Transaction signature verification failure',
  )
}

export function minContextSlotNotReached(contextSlot: number): RpcError {
  return new RpcError(RPC_ERROR_CODES.minContextSlotNotReached, 'Minimum context slot has not been reached', {
    contextSlot,
  })
}

/** Answers one method as that node: takes JSON-RPC's `params` as they came, returns the result or throws RpcError. */
type RpcMethod = (params: unknown, node: RpcNode) => unknown
export type RpcMethods = Readonly<Record<string, RpcMethod>>

/** Defines a method whose positional parameters are validated before it runs. */
export function defineMethod<Params extends z.ZodType>(
  schema: Params,
  answer: (params: z.output<Params>, node: RpcNode) => unknown,
): RpcMethod {
  return (params, node) => {
    const parsed = schema.safeParse(params ?? [])
    if (!parsed.success) throw invalidParams(`Invalid params: ${z.prettifyError(parsed.error)}`)
    return answer(parsed.data, node)
  }
}

export const addressSchema = z.custom<Address>(
  (value) => typeof value === 'string' && isSolanaAddress(value),
  'not an address',
)

/** The part of the configuration object that nearly every method takes. */
export const contextFields = {
  commitment: z.enum(COMMITMENTS).nullish(),
  minContextSlot: z.number().int().nonnegative().nullish(),
}

export const contextSchema = z.object(contextFields).nullish()

/** The parameters of a method that looks at one address. */
export const addressAndContext = z.tuple([addressSchema, contextSchema.optional()])

export interface ContextConfig {
  commitment?: Commitment | null | undefined
  minContextSlot?: number | null | undefined
}

/**
 * Returns the block as of which a request is answered; a node's default commitment is `finalized`.
 * Throws RpcError -32016 when it has not reached `minContextSlot` yet.
 */
export function contextBlock(chain: ChainView, config: ContextConfig | null | undefined): Block {
  const block = chain.at(config?.commitment ?? 'finalized')
  const minContextSlot = config?.minContextSlot ?? 0
  if (block.slot < minContextSlot) throw minContextSlotNotReached(block.slot)
  return block
}

/** Returns a value together with the slot as of which it is true. */
export function withContext<T>({ slot }: Block, value: T) {
  return { context: { apiVersion: LOCALNET_VERSION, slot }, value }
}

/** The software version that the localnet reports. */
export const LOCALNET_VERSION = '4.0.0-localnet'

declare global {
  interface JSON {
    /** Makes a value that `JSON.stringify` writes as exactly this text. */
    rawJSON(text: string): unknown
  }
}

/** A request's metadata, beside its method and parameters. */
interface RpcRequest {
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
