import type { Sender, SenderKind } from '#domain/sender.ts'
import { payingAccount } from '#payout/wallet-history.ts'
import { tokenBalance } from '#solana/token-balance.ts'
import { CachedReading } from './cached-reading.ts'
import type { ObservedPortal } from './observed-portal.ts'

/** A sending wallet's balances, as a node showed them. */
export interface WalletBalance {
  kind: SenderKind
  wallet: string
  mint: string
  mintDecimals: number
  lamports: bigint
  baseUnits: bigint
  /** By the monotonic clock. */
  readAtMs: number
}

/** A node is asked for them no more often than this, however many look. */
const READ_EVERY_MS = 60_000

/** A scrape does not wait for a node. */
const NO_WAIT_MS = 0

/** Reads the balances of the configured wallets, at most once a minute, and only when they are looked at. */
export class Balances {
  readonly #known = new Map<SenderKind, WalletBalance>()
  readonly #reading: CachedReading<void>

  constructor(portal: Pick<ObservedPortal, 'store' | 'payouts'>) {
    this.#reading = new CachedReading(() => this.#readAll(portal), {
      maxAgeMs: READ_EVERY_MS,
      limitMs: NO_WAIT_MS,
    })
  }

  /** Returns what was read last, and has it read anew in the background once it is a minute old. */
  async latest(): Promise<WalletBalance[]> {
    await this.#reading.get()
    return [...this.#known.values()]
  }

  /** A wallet that can not be read now keeps what is known of it; that of a sender that is configured anew is forgotten. */
  async #readAll({ store, payouts }: Pick<ObservedPortal, 'store' | 'payouts'>): Promise<void> {
    for (const kind of ['bulk', 'standalone'] as const) {
      const sender = await store.senders.find(kind)
      const known = this.#known.get(kind)
      if (known && (known.wallet !== sender?.walletAddress || known.mint !== sender.mintAddress)) {
        this.#known.delete(kind)
      }
      const read = sender && (await readBalance(payouts, sender).catch(() => null))
      if (read) this.#known.set(kind, read)
    }
  }
}

/** Throws RpcUnavailableError, and sender_unreadable. */
export async function readBalance(
  payouts: ObservedPortal['payouts'],
  sender: Sender,
): Promise<WalletBalance> {
  const { kind, walletAddress, mintAddress, mintDecimals } = sender
  const { sourceTokenAccount } = await payingAccount(sender)
  const [wallet = null, source = null] = await payouts
    .readerOf(sender)
    .read((node) => node.accounts([walletAddress, sourceTokenAccount]))
  return {
    kind,
    wallet: walletAddress,
    mint: mintAddress,
    mintDecimals,
    lamports: wallet?.lamports ?? 0n,
    baseUnits: tokenBalance(source),
    readAtMs: performance.now(),
  }
}
