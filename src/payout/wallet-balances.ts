import type { Sender, SenderKind } from '#domain/sender.ts'
import type { Store } from '#store/store.ts'
import { payingAccount, type SourceFunds, sourceFunds } from './paying-account.ts'
import type { Payouts } from './payouts.ts'
import { pinnedMint } from './send/mint-pin.ts'

/** A sending wallet's balances, as a node showed them. */
export interface WalletBalance {
  kind: SenderKind
  wallet: string
  mint: string
  mintDecimals: number
  lamports: bigint
  /** What it can pay: the account that it pays from, or the allowance on it, whichever is less. */
  baseUnits: bigint
  funds: SourceFunds
  /** When the node was asked, by the monotonic clock. */
  readAtMs: number
}

/** The rent of a further token account, and that of the wallet itself, which it has to keep. */
interface KnownRents {
  accountRentLamports: bigint
  keptLamports: bigint
}

/** The rents change with the cluster: they are read with each balance, and null where no node said them then. */
export type KnownBalance = WalletBalance & { rents: KnownRents | null }

interface BalanceParts {
  store: { senders: Pick<Store['senders'], 'find'> }
  payouts: Pick<Payouts, 'readerOf'>
}

/** How often balances are read, and for how long they are shown. */
interface BalanceTerms {
  /** They are read no more often than this while nothing is paid. */
  maxAgeMs: number
  /** For so long what a node showed counts as the balance. */
  keptMs: number
}

/** For the panel, however many look at it. */
export const PANEL_BALANCES: BalanceTerms = { maxAgeMs: 15_000, keptMs: 60_000 }

/** What moves balances has them read anew at once, but a node is asked no more often than this. */
const READ_EVERY_MS = 2_000

/** Reads the balances of the configured wallets, only when they are looked at. Who looks does not wait for a node. */
export class WalletBalances {
  readonly #portal: BalanceParts
  readonly #terms: BalanceTerms
  readonly #known = new Map<SenderKind, KnownBalance>()
  #beganAtMs = Number.NEGATIVE_INFINITY
  #isReading = false
  /** What had been paid when the newest reading began. */
  #paid = ''

  constructor(portal: BalanceParts, terms: BalanceTerms) {
    this.#portal = portal
    this.#terms = terms
  }

  /**
   * Returns what was read last, and has it read anew in the background once it is too old, or something was paid since: `paid` then,
   * where it is told, differs from that of the last look.
   */
  latest(paid?: string): KnownBalance[] {
    const nowMs = performance.now()
    const sinceMs = nowMs - this.#beganAtMs
    const isDue =
      sinceMs >= this.#terms.maxAgeMs ||
      (paid !== undefined && paid !== this.#paid && sinceMs >= READ_EVERY_MS)
    if (isDue && !this.#isReading) {
      this.#beganAtMs = nowMs
      this.#paid = paid ?? this.#paid
      this.#isReading = true
      void this.#readAll().finally(() => {
        this.#isReading = false
      })
    }
    return [...this.#known.values()]
  }

  /** Returns true where a balance was read too long ago to be shown. */
  isStale({ readAtMs }: KnownBalance): boolean {
    return performance.now() - readAtMs > this.#terms.keptMs
  }

  /** A node that hangs for one wallet does not hold up the other. */
  async #readAll(): Promise<void> {
    await Promise.allSettled([this.#readOne('bulk'), this.#readOne('standalone')])
  }

  /** A wallet that can not be read now keeps what is known of it; that of a sender that is configured anew is forgotten. */
  async #readOne(kind: SenderKind): Promise<void> {
    const { store, payouts } = this.#portal
    const sender = await store.senders.find(kind)
    const known = this.#known.get(kind)
    if (known && (known.wallet !== sender?.walletAddress || known.mint !== sender.mintAddress)) {
      this.#known.delete(kind)
    }
    if (!sender) return
    const read = await readBalance(payouts, sender)
    const rents = await readRents(payouts, sender).catch(() => null)
    this.#known.set(kind, { ...read, rents })
  }
}

/** Throws RpcUnavailableError, and sender_unreadable. */
export async function readRents(payouts: BalanceParts['payouts'], sender: Sender): Promise<KnownRents> {
  const { tokenAccountBytes } = pinnedMint(sender)
  return payouts.readerOf(sender).read(async (node) => {
    const [ofAccount, ofWallet] = await Promise.all([node.rent(tokenAccountBytes), node.rent(0)])
    return { accountRentLamports: ofAccount.lamports, keptLamports: ofWallet.lamports }
  })
}

/** Throws RpcUnavailableError, and sender_unreadable. */
export async function readBalance(payouts: BalanceParts['payouts'], sender: Sender): Promise<WalletBalance> {
  const { kind, walletAddress, mintAddress, mintDecimals } = sender
  const account = payingAccount(sender)
  const readAtMs = performance.now()
  const [wallet = null, source = null] = await payouts
    .readerOf(sender)
    .read((node) => node.accounts([walletAddress, account.sourceTokenAccount]))
  const funds = sourceFunds(source, account)
  return {
    kind,
    wallet: walletAddress,
    mint: mintAddress,
    mintDecimals,
    lamports: wallet?.lamports ?? 0n,
    baseUnits: funds.spendableBaseUnits,
    funds,
    readAtMs,
  }
}
