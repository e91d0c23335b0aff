import type { Address } from '@solana/kit'
import type { FaultInjector } from './fault-injector.ts'
import type { ForeignTransactions } from './foreign-transactions.ts'
import { FINALIZED_AFTER_SLOTS, type ModelChain } from './model-chain.ts'
import type { NodeFaults } from './node-faults.ts'
import type { VirtualTime } from './virtual-time.ts'

/** By then a transaction that is submitted now is final. */
const FINAL_AFTER_MS = 10_000

/** Longer than a server waits after its start until it may sign. */
const FORGOTTEN_FOR_MS = 90_000

interface RefillParts {
  time: VirtualTime
  faults: FaultInjector
  chain: ModelChain
  foreign: ForeignTransactions
  sourceTokenAccount: Address
  /** Of every node. */
  spells: readonly NodeFaults[]
  whenReady(): void
}

/**
 * Empties the source account, refills it, and has all nodes forget the history before the refill. A fork, or another
 * transaction in between, may spoil it: then nothing is forgotten.
 */
export function refillAndPrune({
  time,
  faults,
  chain,
  foreign,
  sourceTokenAccount,
  spells,
  whenReady,
}: RefillParts): void {
  const held = (slot: number) => chain.ledger.accountAt(sourceTokenAccount, slot)?.amount ?? 0n
  const all = held(chain.slot)
  chain.submit(foreign.takeOut(all), 0)
  time.after(FINAL_AFTER_MS, () => {
    const isEmpty = held(chain.slot - FINALIZED_AFTER_SLOTS) === 0n && held(chain.slot) === 0n
    const refill = foreign.putBack(all)
    chain.submit(refill, 0)
    time.after(FINAL_AFTER_MS, () => {
      const landed = chain.landed.get(refill.signature)
      if (landed && isEmpty) {
        faults.count('prunedAfterRefill')
        for (const spell of spells) spell.forgetBefore(landed.slot, FORGOTTEN_FOR_MS)
      }
      whenReady()
      keepFilled()
    })
  })

  /** Keeps the account filled: a fork may undo the refill, or land the outflow late, with deposits of strangers in between. */
  function keepFilled(): void {
    const isLow = (slot: number) => held(slot) < all / 10n
    if (isLow(chain.slot - FINALIZED_AFTER_SLOTS) && isLow(chain.slot)) chain.submit(foreign.putBack(all), 0)
    time.after(FINAL_AFTER_MS, keepFilled)
  }
}
