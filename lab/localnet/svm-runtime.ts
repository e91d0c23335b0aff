import { type Address, type EncodedAccount, getAddressDecoder, getBase64Decoder, lamports } from '@solana/kit'
import { FailedTransactionMetadata, LiteSVM, Rent, type TransactionMetadata } from 'litesvm'
import type { Block } from './block-chain.ts'
import { type TokenBalance, tokenBalances } from './token-balances.ts'
import { type TransactionErrorJson, transactionErrorJson } from './transaction-error.ts'
import { isWritableKey, type WireTransaction } from './wire-transaction.ts'

/** An account as it was before the transactions of a slot first wrote to it; null when there was none. */
interface Version {
  slot: number
  before: EncodedAccount | null
}

/** Keeps earlier versions of accounts: to read them as of an older slot, and to take slots back. */
class AccountVersions {
  /** Oldest first, at most one for each slot. */
  readonly #byAddress = new Map<Address, Version[]>()
  /** Lowest slot first. */
  readonly #writtenIn = new Map<number, Address[]>()

  /** Notes an account that is written, with its version before. Slots never go down. */
  note(slot: number, address: Address, before: EncodedAccount | null): void {
    const versions = this.#byAddress.get(address) ?? []
    if (versions.at(-1)?.slot === slot) return
    versions.push({ slot, before })
    this.#byAddress.set(address, versions)
    const written = this.#writtenIn.get(slot)
    if (written) written.push(address)
    else this.#writtenIn.set(slot, [address])
  }

  /** Returns the account at the end of the slot; `now` is its version after all slots. */
  asOf(slot: number, address: Address, now: EncodedAccount | null): EncodedAccount | null {
    const next = this.#byAddress.get(address)?.find((version) => version.slot > slot)
    return next ? next.before : now
  }

  /** Forgets the slots above this one, and returns every account that they wrote, as it was before them. */
  takeAbove(slot: number): Map<Address, EncodedAccount | null> {
    const before = new Map<Address, EncodedAccount | null>()
    for (const [written, addresses] of this.#writtenIn) {
      if (written <= slot) continue
      this.#writtenIn.delete(written)
      for (const address of addresses) {
        const versions = this.#byAddress.get(address) ?? []
        const oldest = versions.find((version) => version.slot > slot)
        if (oldest) before.set(address, oldest.before)
        this.#keep(
          address,
          versions.filter((version) => version.slot <= slot),
        )
      }
    }
    return before
  }

  /** Forgets versions that are only needed to read as of slots below this one. */
  forgetUpTo(slot: number): void {
    for (const [written, addresses] of this.#writtenIn) {
      if (written > slot) return
      this.#writtenIn.delete(written)
      for (const address of addresses) {
        const versions = this.#byAddress.get(address) ?? []
        this.#keep(
          address,
          versions.filter((version) => version.slot > slot),
        )
      }
    }
  }

  #keep(address: Address, versions: Version[]): void {
    if (versions.length > 0) this.#byAddress.set(address, versions)
    else this.#byAddress.delete(address)
  }
}

const SYSTEM_PROGRAM = '11111111111111111111111111111111' as Address

interface ReturnData {
  programId: Address
  data: [text: string, encoding: 'base64']
}

/** The report of a transaction that was run. */
export interface RunReport {
  err: TransactionErrorJson | null
  logs: string[]
  unitsConsumed: bigint
  returnData: ReturnData | null
}

export interface Simulation extends RunReport {
  /** The accounts that it would have written. */
  accounts: EncodedAccount[]
}

export interface Execution extends RunReport {
  feeLamports: bigint
  /** By the index of the transaction's keys, as all balances here. */
  preBalances: bigint[]
  postBalances: bigint[]
  preTokenBalances: TokenBalance[]
  postTokenBalances: TokenBalance[]
}

/**
 * The accounts and the programs: one litesvm at the state of the tip, and its accounts' earlier versions. It keeps neither
 * blockhashes nor transactions; the cluster does.
 */
export class SvmRuntime {
  readonly #svm = new LiteSVM().withBlockhashCheck(false).withTransactionHistory(0n)
  readonly #versions = new AccountVersions()
  #slot = 0

  /** Enters the block in which transactions run from now on. Sets the clock that programs read. */
  enterBlock({ slot, blockTimeSeconds }: Block): void {
    this.#slot = slot
    const clock = this.#svm.getClock()
    clock.slot = BigInt(slot)
    clock.unixTimestamp = BigInt(blockTimeSeconds)
    this.#svm.setClock(clock)
  }

  /** Puts lamports into a wallet out of nothing: for genesis only, later ones come from transactions. */
  endowWallet(address: Address, amountLamports: bigint): void {
    this.#svm.setAccount(emptyWallet(address, amountLamports))
  }

  /** Reads the account's current state; null when there is none. */
  readAccount = (address: Address): EncodedAccount | null => {
    const account = this.#svm.getAccount(address)
    return account.exists ? account : null
  }

  /** Reads the account as of the end of the slot, back to the last one that was given to `forgetBefore`. */
  readAccountAsOf(slot: number, address: Address): EncodedAccount | null {
    return this.#versions.asOf(slot, address, this.readAccount(address))
  }

  /** Undoes everything that was written in the slots above this one. */
  undoAbove(slot: number): void {
    for (const [address, before] of this.#versions.takeAbove(slot)) {
      this.#svm.setAccount(before ?? emptyWallet(address, 0n))
    }
  }

  /** Drops the versions below this slot: they can no longer be read or restored. */
  forgetBefore(slot: number): void {
    this.#versions.forgetUpTo(slot)
  }

  /** Sets the rent of accounts that are made from now on (SIMD-0437 lowers it step by step). */
  setRent(lamportsPerByte: bigint): void {
    this.#svm.setRent(new Rent(lamportsPerByte, 1, 50))
  }

  rentExemptLamports(dataBytes: number): bigint {
    return this.#svm.minimumBalanceForRentExemption(BigInt(dataBytes))
  }

  /**
   * Runs the transaction and keeps its effects. A transaction that was refused before it ran (bad signature, a fee payer
   * without funds) has paid nothing and changed nothing: it is answered with its error as `refused`.
   */
  execute(wire: WireTransaction): Execution | { refused: TransactionErrorJson } {
    if (!isFullySigned(wire)) return { refused: 'SignatureFailure' }
    const before = wire.accountKeys.map(this.readAccount)
    const preTokenBalances = tokenBalances(before, this.readAccount)
    const result = this.#svm.sendTransaction(wire.transaction)
    const after = wire.accountKeys.map((address, index) =>
      isWritableKey(wire, index) ? this.readAccount(address) : (before[index] ?? null),
    )
    const preBalances = before.map(lamportsOf)
    const postBalances = after.map(lamportsOf)
    // Lamports only move between the transaction's accounts, so the missing ones were the fee.
    const feeLamports = sum(preBalances) - sum(postBalances)
    const report = runReport(result)
    if (report.err !== null && feeLamports === 0n) return { refused: report.err }
    for (const [index, address] of wire.accountKeys.entries()) {
      if (isWritableKey(wire, index)) this.#versions.note(this.#slot, address, before[index] ?? null)
    }
    const postTokenBalances = tokenBalances(after, this.readAccount)
    return { ...report, feeLamports, preBalances, postBalances, preTokenBalances, postTokenBalances }
  }

  /** Runs the transaction on the newest state and keeps nothing. */
  simulate(wire: WireTransaction, { verifySignatures }: { verifySignatures: boolean }): Simulation {
    if (verifySignatures && !isFullySigned(wire)) return { ...notRun('SignatureFailure'), accounts: [] }
    this.#svm.withSigverify(verifySignatures)
    try {
      const result = this.#svm.simulateTransaction(wire.transaction)
      if (result instanceof FailedTransactionMetadata) return { ...runReport(result), accounts: [] }
      return { ...runReport(result.meta()), accounts: result.postAccounts() }
    } finally {
      this.#svm.withSigverify(true)
    }
  }
}

/** Makes the report of a transaction that was not run. */
export function notRun(err: TransactionErrorJson): RunReport {
  return { err, logs: [], unitsConsumed: 0n, returnData: null }
}

/** An account that holds lamports alone. To litesvm, one without any does not exist. */
function emptyWallet(address: Address, amountLamports: bigint): EncodedAccount {
  return {
    address,
    lamports: lamports(amountLamports),
    data: new Uint8Array(),
    programAddress: SYSTEM_PROGRAM,
    executable: false,
    space: 0n,
  }
}

function runReport(result: TransactionMetadata | FailedTransactionMetadata): RunReport {
  const failed = result instanceof FailedTransactionMetadata
  const meta = failed ? result.meta() : result
  return {
    err: failed ? transactionErrorJson(result) : null,
    logs: meta.logs(),
    unitsConsumed: meta.computeUnitsConsumed(),
    returnData: returnDataOf(meta),
  }
}

function returnDataOf(meta: TransactionMetadata): ReturnData | null {
  const returned = meta.returnData()
  const data = returned.data()
  if (data.length === 0) return null
  const programId = getAddressDecoder().decode(returned.programId())
  return { programId, data: [getBase64Decoder().decode(data), 'base64'] }
}

function isFullySigned({ transaction }: WireTransaction): boolean {
  return Object.values(transaction.signatures).every((signature) => signature !== null)
}

function lamportsOf(account: EncodedAccount | null): bigint {
  return account?.lamports ?? 0n
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n)
}
