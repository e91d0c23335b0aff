import type { Address } from '@solana/kit'
import { onCluster } from '#payout/on-cluster.ts'
import type { Cluster } from '#solana/cluster.ts'
import type { Store } from '#store/store.ts'

export interface UnknownPayments {
  count: number
  baseUnits: bigint
}

export async function findUnknownPayments(
  node: Cluster,
  store: Pick<Store, 'journal'>,
  wallet: {
    genesisHash: string
    walletAddress: string
    mintAddress: string
    sourceTokenAccount: string
    sinceSlot: number
  },
): Promise<UnknownPayments> {
  return onCluster(node, wallet.genesisHash, async () => {
    let count = 0
    let baseUnits = 0n
    let before: string | undefined
    for (;;) {
      const page = await node.historyOf(wallet.sourceTokenAccount as Address, {
        before: before as never,
        minContextSlot: 0,
      })
      const known = await store.journal.findBySignatures(page.map(({ signature }) => signature))
      for (const { signature, memo, failed, slot } of page) {
        if (failed || slot <= wallet.sinceSlot || !memo?.includes('ferry:') || known.has(signature)) continue
        const record = await node.transaction(signature, wallet.mintAddress as Address)
        if (!record?.signers.includes(wallet.walletAddress as Address)) continue
        for (const { owner, baseUnits: gained } of record.movements) {
          if (owner === wallet.walletAddress || gained <= 0n) continue
          count += 1
          baseUnits += gained
        }
      }
      const last = page.at(-1)
      if (!last || last.slot <= wallet.sinceSlot) return { count, baseUnits }
      before = last.signature
    }
  })
}
