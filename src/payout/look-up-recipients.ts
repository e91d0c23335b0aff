import type { Address } from '@solana/kit'
import type { Mint } from '#solana/mint.ts'
import { inspectRecipients, type Recipient } from '#solana/recipients.ts'
import type { SolanaRpc } from '#solana/solana-rpc.ts'
import type { RecipientCache } from './recipient-cache.ts'
import { assertGenesisHash } from './with-genesis-check.ts'

/** Two accounts each: as many as fit one request. */
const WALLETS_PER_REQUEST = 50

/**
 * Public nodes accept 40 requests of one kind in ten seconds, and deriving token accounts slows other
 * requests meanwhile.
 */
const REQUESTS_AT_ONCE = 2

/**
 * After so many, the node's cluster is verified, and what was found is kept even if a later request fails.
 */
const WALLETS_PER_STRETCH = 1_000

export interface LookUpTerms {
  rpc: SolanaRpc
  genesisHash: string
  mint: Mint
  recipients: RecipientCache
  /** The most wallets to read from the cluster; of the others only cached ones are returned. */
  maxFresh: number
  /** Reads what should be as new as possible and be verified by the last check of the genesis hash. */
  readLast?: (() => Promise<void>) | undefined
  /** Ends the look-up early: its reason is thrown. */
  signal?: AbortSignal | undefined
}

/**
 * Looks up the state of recipients' wallets: cached, or read from the cluster now. The genesis hash is
 * checked after each stretch, and so at the end. Throws OtherClusterError or RpcUnavailableError; what was
 * found before stays cached.
 */
export async function lookUpRecipients(
  wallets: Iterable<Address>,
  terms: LookUpTerms,
): Promise<ReadonlyMap<Address, Recipient>> {
  const { rpc, genesisHash, recipients, maxFresh, readLast } = terms
  const found = new Map<Address, Recipient>()
  const unknown: Address[] = []
  for (const wallet of new Set(wallets)) {
    const remembered = recipients.find(terms, wallet)
    if (remembered) found.set(wallet, remembered)
    else if (unknown.length < maxFresh) unknown.push(wallet)
  }
  do {
    const inspected = await inspectAll(unknown.splice(0, WALLETS_PER_STRETCH), terms)
    if (unknown.length === 0) await readLast?.()
    await assertGenesisHash(rpc, genesisHash)
    recipients.keep(terms, inspected)
    for (const recipient of inspected) found.set(recipient.wallet, recipient)
  } while (unknown.length > 0)
  return found
}

async function inspectAll(
  wallets: readonly Address[],
  { rpc, mint, signal }: LookUpTerms,
): Promise<Recipient[]> {
  const inspected: Recipient[] = []
  let next = 0
  async function inspectRest() {
    while (next < wallets.length) {
      signal?.throwIfAborted()
      const start = next
      next += WALLETS_PER_REQUEST
      inspected.push(...(await inspectRecipients(rpc, mint, wallets.slice(start, next))))
    }
  }
  await Promise.all(Array.from({ length: REQUESTS_AT_ONCE }, inspectRest))
  return inspected
}
