import { createSolanaRpc, type Signature } from '@solana/kit'
import { endpoints } from '#api-schema/endpoints.ts'
import type { HeldTransaction, SettleHoldBody } from '#api-schema/run-payments.ts'
import { HOLD_CONFIRMATION } from '#domain/hold-confirmation.ts'
import { type PortalClient, PortalResponseError } from './portal-client.ts'

/**
 * Settles transactions on hold as an operator would: by their state on the chain. A transaction that the
 * chain has not decided either stays on hold. Returns how many payments were on hold.
 */
export async function settleHeld(client: PortalClient, rpcUrl: string): Promise<number> {
  const { holds } = await client.send(endpoints.bulkSender.holds)
  for (const hold of holds) {
    // A payment that was never signed is not on the chain.
    const decision = hold.attemptId === null ? null : await decide(rpcUrl, hold)
    if (decision) await settle(client, decision)
  }
  return holds.reduce((sum, { transfers }) => sum + transfers.length, 0)
}

async function decide(rpcUrl: string, hold: HeldTransaction): Promise<SettleHoldBody | null> {
  const rpc = createSolanaRpc(rpcUrl)
  const height = await rpc.getBlockHeight({ commitment: 'finalized' }).send()
  const { value } = await rpc
    .getSignatureStatuses([hold.signature as Signature], { searchTransactionHistory: true })
    .send()
  const status = value[0] ?? null
  const { attemptId } = hold
  if (status === null) {
    const isOver = height > BigInt(hold.lastValidBlockHeight)
    return isOver ? { attemptId, as: 'expired', confirm: HOLD_CONFIRMATION } : null
  }
  if (status.confirmationStatus !== 'finalized') return null
  return status.err === null
    ? { attemptId, as: 'paid', tx: hold.signature }
    : { attemptId, as: 'expired', confirm: HOLD_CONFIRMATION }
}

async function settle(client: PortalClient, decision: SettleHoldBody): Promise<void> {
  try {
    await client.send(endpoints.bulkSender.settleHold, { body: decision })
  } catch (error) {
    // The server examines holds by itself, and may have been quicker.
    if (!(error instanceof PortalResponseError)) throw error
  }
}
