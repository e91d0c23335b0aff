import { CachedReading } from '#domain/cached-reading.ts'
import type { Sender, SenderKind } from '#domain/sender.ts'
import { tokenBalance } from '#solana/token-balance.ts'
import type { Store } from '#store/store.ts'
import { pinnedMint } from './mint-pin.ts'
import type { Payouts } from './payouts.ts'
import { payingAccount } from './wallet-history.ts'

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

/** The rent of a further token account, and that of the wallet itself, which it has to keep. */
export interface KnownRents {
  accountRentLamports: bigint
  keptLamports: bigint
}

/** The rents are null where no node has said them yet. */
export type KnownBalance = WalletBalance & { rents: KnownRents | null }

export interface BalanceParts {
  store: { senders: Pick<Store['senders'], 'find'> }
  payouts: Pick<Payouts, 'readerOf'>
}

/** Who looks does not wait for a node. */
const NO_WAIT_MS = 0

/** Reads the balances of the configured wallets, only when they are looked at, and no more often than once in `maxAgeMs`. */
export class WalletBalances {
  readonly #known = new Map<SenderKind, KnownBalance>()
  readonly #reading: CachedReading<void>

  constructor(portal: BalanceParts, maxAgeMs: number) {
    this.#reading = new CachedReading(() => this.#readAll(portal), { maxAgeMs, limitMs: NO_WAIT_MS })
  }

  /** Returns what was read last, and has it read anew in the background once it is too old. */
  async latest(): Promise<KnownBalance[]> {
    await this.#reading.get()
    return [...this.#known.values()]
  }

  /** A wallet that can not be read now keeps what is known of it; that of a sender that is configured anew is forgotten. */
  async #readAll({ store, payouts }: BalanceParts): Promise<void> {
    for (const kind of ['bulk', 'standalone'] as const) {
      const sender = await store.senders.find(kind)
      const known = this.#known.get(kind)
      if (known && (known.wallet !== sender?.walletAddress || known.mint !== sender.mintAddress)) {
        this.#known.delete(kind)
      }
      const read = sender && (await readBalance(payouts, sender).catch(() => null))
      if (!read) continue
      const rents = known?.rents ?? (await readRents(payouts, sender).catch(() => null))
      this.#known.set(kind, { ...read, rents })
    }
  }
}

/** Throws RpcUnavailableError, and sender_unreadable. */
export async function readRents(payouts: BalanceParts['payouts'], sender: Sender): Promise<KnownRents> {
  const { tokenAccountBytes } = pinnedMint(sender)
  return payouts.readerOf(sender).read(async (node) => ({
    accountRentLamports: await node.rentLamports(tokenAccountBytes),
    keptLamports: await node.rentLamports(0),
  }))
}

/** Throws RpcUnavailableError, and sender_unreadable. */
export async function readBalance(payouts: BalanceParts['payouts'], sender: Sender): Promise<WalletBalance> {
  const { kind, walletAddress, mintAddress, mintDecimals } = sender
  const { sourceTokenAccount } = payingAccount(sender)
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
