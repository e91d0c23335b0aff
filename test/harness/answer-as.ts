import { type MockInstance, vi } from 'vitest'
import { systemClock } from '#payout/clock.ts'
import { openReader } from '#payout/nodes/failover-rpc.ts'
import type { Payouts } from '#payout/payouts.ts'
import type { SolanaRpc } from '#solana/solana-rpc.ts'

/** Has an operator's requests answered by this node, in place of the sender's nodes. */
export function answerAs(payouts: Payouts, node: SolanaRpc): MockInstance<Payouts['readerOf']> {
  const parts = { connect: () => node, second: null, clock: systemClock }
  return vi.spyOn(payouts, 'readerOf').mockImplementation((sender) => openReader(sender, parts))
}
