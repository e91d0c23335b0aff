import { type Address, getAddressDecoder } from '@solana/kit'
import { TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { expect, test } from 'vitest'
import { RpcUnavailableError, type SolanaRpc } from '#solana/solana-rpc.ts'
import { type LookUpTerms, lookUpRecipients } from './look-up-recipients.ts'
import { createRecipientCache } from './recipient-cache.ts'
import { OtherClusterError } from './with-genesis-check.ts'

const wallets = Array.from({ length: 1_200 }, (_, index) => addressOf(index))

/** A node without accounts, which counts what it is asked for and how much of it at once. */
function emptyNode(change: Partial<SolanaRpc> = {}) {
  const seen = { requests: 0, atOnce: 0, most: 0 }
  const node: Partial<SolanaRpc> = {
    genesisHash: async () => 'genesis',
    async accounts(addresses) {
      seen.requests += 1
      seen.atOnce += 1
      seen.most = Math.max(seen.most, seen.atOnce)
      await new Promise((resolve) => setTimeout(resolve, 1))
      seen.atOnce -= 1
      return addresses.map(() => null)
    },
    ...change,
  }
  return { seen, rpc: node as SolanaRpc }
}

const terms = (rpc: SolanaRpc, change: Partial<LookUpTerms> = {}): LookUpTerms => ({
  rpc,
  genesisHash: 'genesis',
  mint: {
    address: addressOf(99_999),
    decimals: 9,
    tokenProgram: TOKEN_PROGRAM_ADDRESS,
    tokenAccountBytes: 165,
    extensions: [],
  },
  recipients: createRecipientCache({ monotonicMs: () => 0 }),
  maxFresh: 20_000,
  ...change,
})

test('no more than two requests at a time, whatever there is to look up', async () => {
  const { seen, rpc } = emptyNode()
  const found = await lookUpRecipients(wallets, terms(rpc))
  expect(found.size).toBe(1_200)
  expect(seen).toMatchObject({ requests: 24, most: 2 })
})

test('so many that are not remembered, and all that are', async () => {
  const { seen, rpc } = emptyNode()
  const common = terms(rpc, { maxFresh: 100 })
  expect([...(await lookUpRecipients(wallets, common)).keys()].sort()).toEqual(wallets.slice(0, 100).sort())
  expect((await lookUpRecipients(wallets, common)).size).toBe(200)
  expect(seen.requests).toBe(4)
})

test('what was found before the node failed is not asked for again', async () => {
  let requests = 0
  const failing = emptyNode({
    async accounts(addresses) {
      requests += 1
      if (requests > 22) throw new RpcUnavailableError('too many requests')
      return addresses.map(() => null)
    },
  })
  const common = terms(failing.rpc)
  await expect(lookUpRecipients(wallets, common)).rejects.toThrow('too many requests')
  const { seen, rpc } = emptyNode()
  expect((await lookUpRecipients(wallets, { ...common, rpc })).size).toBe(1_200)
  expect(seen.requests).toBe(4)
})

test('what another cluster says is not remembered', async () => {
  let asked = 0
  const swapped = emptyNode({ genesisHash: async () => (asked++ === 0 ? 'genesis' : 'other') })
  const common = terms(swapped.rpc)
  await expect(lookUpRecipients(wallets, common)).rejects.toThrow(OtherClusterError)
  const { seen, rpc } = emptyNode()
  await lookUpRecipients(wallets, { ...common, rpc })
  expect(seen.requests).toBe(4)
})

test('the node names its cluster even where nothing is asked of it', async () => {
  const { rpc } = emptyNode({ genesisHash: async () => 'other' })
  await expect(lookUpRecipients([], terms(rpc))).rejects.toThrow(OtherClusterError)
})

test('it ends where it is told to', async () => {
  const stop = new AbortController()
  const { seen, rpc } = emptyNode()
  const looking = lookUpRecipients(wallets, terms(rpc, { signal: stop.signal }))
  stop.abort()
  await expect(looking).rejects.toThrow(stop.signal.reason)
  expect(seen.requests).toBeLessThan(24)
})

/** An address like any other, off the curve or on it. */
function addressOf(index: number): Address {
  const bytes = new Uint8Array(32).fill(7)
  new DataView(bytes.buffer).setUint32(0, index)
  return getAddressDecoder().decode(bytes)
}
