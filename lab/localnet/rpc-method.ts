import type { Address } from '@solana/kit'
import { z } from 'zod'
import { isSolanaAddress } from '#domain/solana-address.ts'
import { type Block, type ChainView, COMMITMENTS, type Commitment } from './block-chain.ts'
import { invalidParams, minContextSlotNotReached } from './rpc-error.ts'
import type { RpcNode } from './rpc-node.ts'

/** Answers one method as that node: takes JSON-RPC's `params` as they came, returns the result or throws RpcError. */
export type RpcMethod = (params: unknown, node: RpcNode) => unknown
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
