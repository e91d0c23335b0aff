import type { AppContext } from '#app/app-context.ts'
import {
  AmountSyntaxError,
  type AmountUA,
  formatDecimalUnits,
  parseAmountUA,
  toBaseUnits,
} from '#domain/amounts.ts'
import { PortalError } from '#domain/portal-error.ts'
import type { RunLimits } from '#domain/run-limits.ts'
import type { Sender } from '#domain/sender.ts'
import type { PayoutPlan } from '#payout/plan-payout.ts'

/** The part of what is owed that a start is to pay; all of it where nothing is given. */
export interface StartTerms {
  limit?: { count?: number | undefined; amountUA?: string | undefined } | undefined
  claimIds?: readonly string[] | undefined
  /** The number of payments that have to be final before the rest is sent. */
  canary?: number | undefined
  /** The words that confirm a start that would pay again what was paid before. */
  confirm?: string | undefined
  /** Rows that were paid before are left out for good. */
  leaveOutRepeats?: boolean | undefined
  /** What was shown as payable. */
  expect?: { count: number; amountUA: string } | undefined
}

/** The terms of a start as its run keeps them. */
export interface Start extends RunLimits {
  canary: number | null
  confirm: string | undefined
  leaveOutRepeats: boolean
  expect: StartTerms['expect']
}

/** Reads the terms of a start in the sender's token. Throws invalid_request, and unknown_claim for a claim that is not there. */
export async function readStart(
  { store }: AppContext,
  sender: Sender,
  { limit, claimIds, canary, confirm, leaveOutRepeats = false, expect }: StartTerms,
): Promise<Start> {
  const ids = claimIds === undefined ? null : [...new Set(claimIds)]
  if (ids && (await store.claims.withIds(ids)).length < ids.length) throw new PortalError('unknown_claim')
  return {
    ...readLimit(sender, limit),
    claimIds: ids,
    canary: canary ?? null,
    confirm,
    leaveOutRepeats,
    expect,
  }
}

/** Reads a limit in base units, rounded down. Throws invalid_request. */
function readLimit(
  { mintDecimals }: Sender,
  { count, amountUA }: NonNullable<StartTerms['limit']> = {},
): Pick<RunLimits, 'maxPayments' | 'maxBaseUnits'> {
  const maxBaseUnits = amountUA === undefined ? null : readAmount(amountUA, mintDecimals)
  return { maxPayments: count ?? null, maxBaseUnits }
}

/** True of a start that takes all that is owed. */
export function isUnlimited({ maxPayments, maxBaseUnits, claimIds }: RunLimits): boolean {
  return maxPayments === null && maxBaseUnits === null && claimIds === null
}

/** Throws changed_meanwhile where a plan does not pay what was shown. */
export function assertAsShown({ expect }: Pick<Start, 'expect'>, plan: PayoutPlan): void {
  if (!expect) return
  const { count, amountUA } = payableOf(plan)
  if (expect.count !== count || !isSameAmount(expect.amountUA, amountUA)) throw changedMeanwhile(plan)
}

/** Makes the error that says what a plan pays now. */
export function changedMeanwhile(plan: PayoutPlan): PortalError {
  return new PortalError('changed_meanwhile', payableOf(plan))
}

function payableOf({ estimate, mint }: PayoutPlan) {
  const { payableCount: count, neededBaseUnits, leftOut } = estimate
  return { count, amountUA: formatDecimalUnits(neededBaseUnits, mint.decimals), leftOut }
}

function isSameAmount(text: string, amountUA: AmountUA): boolean {
  try {
    return parseAmountUA(text) === amountUA
  } catch (error) {
    if (error instanceof AmountSyntaxError) return false
    throw error
  }
}

/** Throws selection_settled or limit_takes_nothing where the limits take no claim. */
export function assertTakesAny({ claimIds, maxBaseUnits }: RunLimits, { estimate, mint }: PayoutPlan): void {
  if (estimate.transferCount > 0) return
  if (claimIds) throw new PortalError('selection_settled')
  const limit = maxBaseUnits === null ? undefined : formatDecimalUnits(maxBaseUnits, mint.decimals)
  throw new PortalError('limit_takes_nothing', limit === undefined ? undefined : { limit })
}

function readAmount(amountUA: string, mintDecimals: number): bigint {
  try {
    return toBaseUnits(amountUA as AmountUA, mintDecimals).baseUnits
  } catch (error) {
    if (!(error instanceof AmountSyntaxError)) throw error
    throw new PortalError('invalid_request', undefined, [
      { where: 'limit.amountUA', problem: 'More than a token account can hold' },
    ])
  }
}
