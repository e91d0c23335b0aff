import type { Address } from '@solana/kit'
import { type SeededRandom, seededRandom } from '#lab/random/seeded-random.ts'
import type { FaultInjector } from './fault-injector.ts'
import type { Fixtures } from './fixtures.ts'
import type { ModelChain } from './model-chain.ts'
import { madeUpTransaction } from './model-transaction.ts'
import { owedTo } from './simulated-records.ts'
import type { VirtualTime } from './virtual-time.ts'

/** More than any seed is owed. */
const PLENTY = 10n ** 12n

/** The most times that an owner takes the allowance back in one seed, and how soon it is given again. */
const MOST = 5
const APPROVED_AGAIN_MS = 40_000

/** By then a transaction that is submitted now is final. */
const FINAL_AFTER_MS = 10_000

interface TreasuryParts {
  seed: number
  time: VirtualTime
  faults: FaultInjector
  fixtures: Fixtures
  chain: ModelChain
  claims: number
  /** From then on the allowance stays. */
  untilMs: number
}

/** Tells whether a seed's sender pays out of a treasury's account, as its delegate. By a generator of its own. */
export function paysFromTreasury(seed: number): boolean {
  return seededRandom(seed + 0x74726561).chance(0.4)
}

/** Returns the fixtures of a seed whose sender pays from the treasury. */
export function treasuryFixtures(fixtures: Fixtures): Fixtures {
  const { wallet: sourceOwner, tokenAccount: sourceTokenAccount } = fixtures.treasury
  return { ...fixtures, sourceOwner, sourceTokenAccount }
}

/**
 * Simulates the owner of the account that is paid from: approves the sending wallet, takes that back, lowers it, gives it to another, and
 * approves again, all of what is owed or a part of it.
 */
export class SimulatedTreasury {
  readonly #parts: TreasuryParts
  readonly #random: SeededRandom

  constructor(parts: TreasuryParts) {
    this.#parts = parts
    this.#random = seededRandom(parts.seed + 0x6f776e65)
  }

  schedule(): void {
    const { time, untilMs, fixtures } = this.#parts
    if (fixtures.sourceOwner === fixtures.walletAddress) return
    this.#approve(this.#amount())
    const changes = this.#random.between(0, MOST)
    for (let made = 0; made < changes; made++) {
      time.after(this.#random.between(0, untilMs), () => this.#takeBack())
    }
    time.after(untilMs, () => this.#keepApproved())
  }

  #takeBack(): void {
    const { time, faults, fixtures } = this.#parts
    if (faults.areFaultsStopped) return
    faults.count('allowanceTaken')
    const another = this.#random.pick([fixtures.walletAddress, fixtures.stranger.wallet, null])
    this.#approve(another === fixtures.walletAddress ? this.#part() : PLENTY, another)
    time.after(this.#random.between(1, APPROVED_AGAIN_MS), () => this.#approve(this.#amount()))
  }

  /** Approves enough until it is final, whatever a fork undoes. */
  #keepApproved(): void {
    const { time, chain, fixtures } = this.#parts
    const { delegate, delegatedAmount } =
      chain.ledger.accountAt(fixtures.sourceTokenAccount, chain.slot) ?? {}
    if (delegate !== fixtures.walletAddress || (delegatedAmount ?? 0n) < PLENTY / 2n) this.#approve(PLENTY)
    time.after(FINAL_AFTER_MS, () => this.#keepApproved())
  }

  #amount(): bigint {
    const { claims } = this.#parts
    const all = Array.from({ length: claims }, (_, index) => owedTo(index)).reduce(
      (sum, one) => sum + one,
      0n,
    )
    return this.#random.pick([PLENTY, all, this.#part()])
  }

  #part(): bigint {
    return owedTo(this.#random.between(0, this.#parts.claims - 1))
  }

  #approve(amount: bigint, delegate: Address | null = this.#parts.fixtures.walletAddress): void {
    const { chain, fixtures, faults } = this.#parts
    const { sourceTokenAccount: tokenAccount, sourceOwner } = fixtures
    chain.submit(
      madeUpTransaction({
        signature: chain.newSignature(),
        blockhash: chain.blockhashOf(chain.tip),
        signers: [sourceOwner],
        accounts: [tokenAccount, sourceOwner],
        approvals: [{ tokenAccount, delegate, amount: delegate === null ? 0n : amount }],
      }),
      faults.areFaultsStopped ? 0 : this.#random.between(0, 4),
    )
  }
}
