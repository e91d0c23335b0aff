import type { Readable } from 'node:stream'
import { assertListUnchanged } from '#app/allocations/active-allocation.ts'
import type { AppContext } from '#app/app-context.ts'
import { formatDecimalUnits } from '#domain/amounts.ts'
import type { Claim } from '#domain/claim.ts'
import { BEFORE_EVM_ADDRESSES } from '#domain/evm-address.ts'
import { PortalError } from '#domain/portal-error.ts'
import { type AcceptedClaim, sealedClaim } from '#domain/sealed-record.ts'
import {
  exactBeside,
  MAX_XLSX_ROWS,
  type WrittenCell,
  writeCsv,
  writeXlsx,
  type XlsxColumn,
} from '#lists/write-xlsx.ts'
import { queuedClaims } from '#payout/fill-run.ts'
import type { AnalysedClaim } from '#store/claims/address-lists.ts'
import { pagesOf } from '#store/database/queries.ts'
import { analyseAddresses } from './claim-stats.ts'

const PAGE = 1000

const CHANGED = 'changed outside of Ferry'

const QUEUED_COLUMNS = ['id', 'evmAddress', 'solana_address', 'amount', 'submitted_at']

const SUBMITTED_COLUMNS: XlsxColumn[] = [
  { header: 'EVM Address', width: 46 },
  { header: 'Solana Address', width: 48 },
  { header: 'Amount', width: 26, kind: 'number' },
  { header: 'Status', width: 12 },
  { header: 'Submitted (UTC)', width: 20 },
  { header: 'Transaction', width: 92 },
  { header: 'Exact Amount, where rounded', width: 30 },
  { header: 'Amount Sent', width: 26, kind: 'number' },
  { header: 'Exact Amount Sent, where rounded', width: 30 },
  { header: 'Reason', width: 50 },
  { header: 'Claim', width: 24 },
]

const REMAINING_COLUMNS: XlsxColumn[] = [
  { header: 'EVM Address', width: 46 },
  { header: 'Amount', width: 26, kind: 'number' },
  { header: 'Exact Amount, where rounded', width: 30 },
]

/**
 * Exports the queued claims as a CSV, in order of arrival. For one that is not as it was accepted, that is
 * said in place of its Solana address and amount.
 */
export function exportQueued({ store, seals }: AppContext): Readable {
  async function* rows() {
    for await (const page of queuedClaims(store.claims)) {
      for (const claim of page) {
        yield [
          claim.id,
          claim.evmAddress,
          ...termsOf(seals, claim),
          new Date(claim.submittedAtMs).toISOString(),
        ]
      }
    }
  }
  return writeCsv(QUEUED_COLUMNS, rows())
}

/**
 * Exports every claim as a workbook, in order of arrival, in the way of exportQueued. Throws too_many_rows.
 */
export async function exportSubmitted(app: AppContext): Promise<Readable> {
  const { store, seals } = app
  assertNotTooMany((await analyseAddresses(app)).submitted)
  async function* rows() {
    const { pageOfSubmitted } = store.addressLists
    for await (const page of pagesOf(
      0,
      (afterSeq) => pageOfSubmitted(afterSeq, PAGE),
      ({ seq }) => seq,
    )) {
      yield page.map((claim) => submittedRow(claim, termsOf(seals, claim)))
    }
  }
  return writeXlsx('Submitted', SUBMITTED_COLUMNS, rows())
}

/**
 * Exports the addresses of the list in force that did not claim, as a workbook. Where an amount is not as it
 * was uploaded, that is said instead. Throws too_many_rows or holder_list_changed.
 */
export async function exportRemaining(app: AppContext): Promise<Readable> {
  const { store, settings, allocationSeals } = app
  assertNotTooMany((await analyseAddresses(app)).remaining)
  const snapshot = await store.snapshots.current()
  if (snapshot) assertListUnchanged(app, snapshot)
  async function* rows() {
    if (!snapshot) return
    const { id, nonce } = snapshot
    const { pageOfRemaining } = store.addressLists
    for await (const page of pagesOf(
      BEFORE_EVM_ADDRESSES,
      (after) => pageOfRemaining(id, after, PAGE),
      ({ address }) => address,
    )) {
      yield page.map(({ address, amountWei, seal }) => {
        const isAsUploaded = allocationSeals.fits(nonce, address, amountWei, seal)
        const amount = isAsUploaded ? formatDecimalUnits(amountWei, settings.coinDecimals) : CHANGED
        return [address, amount, exactBeside(amount)]
      })
    }
  }
  return writeXlsx('Remaining', REMAINING_COLUMNS, rows())
}

function submittedRow(claim: AnalysedClaim, [solAddress, amount]: readonly [string, string]): WrittenCell[] {
  const sent = sentAmount(claim)
  return [
    claim.evmAddress,
    solAddress,
    amount,
    claim.status,
    claim.submittedAtMs,
    claim.solTx ?? '',
    exactBeside(amount),
    sent,
    exactBeside(sent),
    reasonOf(claim),
    claim.id,
  ]
}

/** Returns what a transaction is known to have paid; nothing for a claim that was marked sent without proof. */
function sentAmount({ paymentState, baseUnits, mintDecimals, recordedBy }: AnalysedClaim): string {
  const isProved = paymentState === 'paid' && recordedBy !== 'mark_sent_forced'
  return isProved && baseUnits !== null && mintDecimals !== null
    ? formatDecimalUnits(baseUnits, mintDecimals)
    : ''
}

/** Says why a claim was rejected or not paid, or that its payment is not proved. */
function reasonOf({ rejectReason, paymentState, recordedBy, failure }: AnalysedClaim): string {
  if (rejectReason !== null) return rejectReason
  if (paymentState === 'paid') return recordedBy === 'mark_sent_forced' ? 'Marked sent without proof' : ''
  return failure ?? ''
}

/** Returns a claim's Solana address and amount, or CHANGED where they are not as they were accepted. */
function termsOf(
  seals: AppContext['seals'],
  claim: AcceptedClaim & Pick<Claim, 'seal'>,
): [solanaAddress: string, amount: string] {
  const isAsAccepted = seals.fits(sealedClaim(claim), claim.seal)
  return isAsAccepted ? [claim.solAddress, claim.amountUA] : [CHANGED, CHANGED]
}

function assertNotTooMany({ addresses: rows }: { addresses: number }): void {
  if (rows > MAX_XLSX_ROWS) throw new PortalError('too_many_rows', { rows })
}
