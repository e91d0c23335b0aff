import { setTimeout as wait } from 'node:timers/promises'
import { TransportFault } from '#lab/localnet/http-reply.ts'
import { minContextSlotNotReached, RPC_ERROR_CODES, RpcError } from '#lab/localnet/rpc-error.ts'
import { notRun } from '#lab/localnet/svm-runtime.ts'
import { preflightFailure } from '#lab/localnet/transaction-methods.ts'
import type { FaultRule } from './fault-plan.ts'
import { type DrawnFault, within } from './plan-in-force.ts'

/** The rules that come between a request and its answer. */
export type Interruption = Extract<FaultRule, { when: unknown }>

type RpcFault = Extract<Interruption, { kind: 'rpcError' }>['error']

const BEHIND_SLOTS = 42

const WEB_PAGE = '<!doctype html><html><head><title>Just a moment...</title></head><body></body></html>'

/**
 * Applies a rule between a request and its answer: delays it, or throws the TransportFault or the RpcError that is
 * answered instead. `slot` is that of the tip; `signal` is aborted when the client gives up.
 */
export async function interrupt(
  { rule, share }: DrawnFault<Interruption>,
  slot: number,
  signal: AbortSignal,
): Promise<void> {
  switch (rule.kind) {
    case 'delay':
      return sleep(within(rule.delayMs, share))
    case 'timeout':
      await sleep(rule.holdMs)
      throw new TransportFault(null)
    case 'hang':
      await wait(rule.holdMs, undefined, { ref: false, signal }).catch(() => {})
      throw new TransportFault(null)
    case 'drop':
      throw new TransportFault(null)
    case 'rateLimit':
      throw plainFault(429, 'Too many requests', retryAfter(rule.retryAfterSeconds))
    case 'serverError':
      throw plainFault(rule.status, 'upstream error')
    case 'garbage':
      throw new TransportFault({ status: 200, contentType: 'text/html', body: WEB_PAGE })
    case 'limitInBody':
      throw new RpcError(rule.code, rule.message)
    case 'rpcError':
      throw RPC_FAULTS[rule.error](slot)
  }
}

/** Waits without keeping the process alive: a closed localnet can exit at once. */
function sleep(ms: number): Promise<void> {
  return wait(ms, undefined, { ref: false })
}

const RPC_FAULTS: Record<RpcFault, (slot: number) => RpcError> = {
  nodeBehind: () =>
    new RpcError(RPC_ERROR_CODES.nodeUnhealthy, `Node is behind by ${BEHIND_SLOTS} slots`, {
      numSlotsBehind: BEHIND_SLOTS,
    }),
  minContextSlotNotReached: (slot) => minContextSlotNotReached(Math.max(0, slot - BEHIND_SLOTS)),
  blockNotAvailable: (slot) =>
    new RpcError(RPC_ERROR_CODES.blockNotAvailable, `Block not available for slot ${slot}`),
  internalError: () => new RpcError(RPC_ERROR_CODES.internalError, 'Internal error'),
  blockhashNotFound: () => preflightFailure('BlockhashNotFound', notRun('BlockhashNotFound')),
}

function plainFault(status: number, body: string, headers: Record<string, string> = {}): TransportFault {
  return new TransportFault({ status, contentType: 'text/plain', body, headers })
}

function retryAfter(seconds: number | undefined): Record<string, string> {
  return seconds === undefined ? {} : { 'retry-after': String(seconds) }
}
