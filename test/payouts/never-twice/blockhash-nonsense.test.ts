import { afterEach, beforeEach, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { addClaims } from '../../harness/add-claims.ts'
import { type AlteringNode, startAlteringNode } from '../../harness/altering-node.ts'
import { type PayingPortal, startPayingPortal } from '../../harness/paying-portal.ts'
import { sampleClaim } from '../../harness/sample-rows.ts'

const OWED = 1_500_000_000n

let paying: PayingPortal
let node: AlteringNode
beforeEach(async () => {
  paying = await startPayingPortal()
  node = await startAlteringNode(paying.localnet.url)
  await paying.configure('bulk', { rpcUrl: node.url })
})
afterEach(async () => {
  await node.close()
  await paying.close()
})

interface Blockhash {
  context: { slot: number }
  value: { lastValidBlockHeight: number }
}

test.each<[string, (answer: Blockhash) => void]>([
  [
    'a last valid height in the far future',
    ({ value }) => {
      value.lastValidBlockHeight = 1e15
    },
  ],
  [
    'a last valid height of long ago',
    ({ value }) => {
      value.lastValidBlockHeight = 1
    },
  ],
  [
    'a slot in the far future',
    ({ context }) => {
      context.slot = 1e15
    },
  ],
])(
  '%s in one answer: it is not used, and everyone is paid all the same',
  {
    timeout: 60_000,
  },
  async (_, falsify) => {
    const claims = Array.from({ length: 2 }, () => sampleClaim({ solAddress: freshSolanaAddress() }))
    await addClaims(paying.ferry.app, claims)
    node.alter((method, count, result) => {
      if (method === 'getLatestBlockhash' && count === 1) falsify(result as Blockhash)
      return result
    })
    const started = await paying.call(endpoints.bulkSender.start)
    expect(started.statusCode, started.body).toBe(200)
    const rowsOf = async () => {
      const { unresolved } = paying.ferry.app.store.journal
      return (await unresolved(paying.localnet.genesisHash)).map(({ lastValidBlockHeight, contextSlot }) => [
        lastValidBlockHeight,
        contextSlot,
      ])
    }
    const seen: unknown[] = []
    await expect
      .poll(
        async () => {
          seen.push(...(await rowsOf()))
          return (await paying.call(endpoints.bulkSender.runs)).json().runs[0]
        },
        { timeout: 30_000, interval: 50 },
      )
      .toMatchObject({ status: 'completed' })
    for (const [height, slot] of seen as [number, number][]) {
      expect(height).toBeLessThan(1e9)
      expect(height).toBeGreaterThan(1)
      expect(slot).toBeLessThan(1e9)
    }
    for (const { solAddress } of claims) expect(await paying.balanceOf(solAddress)).toBe(OWED)
  },
)
