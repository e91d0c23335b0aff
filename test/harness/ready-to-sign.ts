import { systemClock } from '#payout/clock.ts'
import { readFittingBlockhash } from '#payout/nodes/blockhash-source.ts'
import type { Preflight } from '#payout/plan-payout.ts'
import type { SendingWallet } from '#payout/send/sending-wallet.ts'
import { askFormat } from '#solana/ask-format.ts'
import type { SolanaRpc } from '#solana/solana-rpc.ts'

/** A preflight that checks nothing and lets every run sign. */
export async function readyToSign(node: SolanaRpc, { signer, mint }: SendingWallet): Promise<Preflight> {
  const askedAtMs = systemClock.monotonicMs()
  return {
    kind: 'ready',
    terms: {
      format: await askFormat(node, signer.address),
      accountRentLamports: await node.rentLamports(mint.tokenAccountBytes),
      blockhash: { ...(await readFittingBlockhash(node)), askedAtMs },
    },
  }
}
