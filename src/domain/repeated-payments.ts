import { formatDecimalUnits } from './amounts.ts'

/**
 * How a payment was made before, or may be: `paid`; `on_hold`: signed and not decided, it may land; `under_way`: sent, or on the list
 * of a run that goes on. One that is on hold and was never signed was not made.
 */
export const REPEAT_KINDS = ['paid', 'on_hold', 'under_way'] as const
export type RepeatKind = (typeof REPEAT_KINDS)[number]

/** Another distribution of the very same file, of which something was paid before, or signed. */
export interface PaidFile {
  id: string
  fileName: string
  paidAtMs: number
}

/**
 * The rows of a distribution that a start would pay although another list has paid the same amount to the same wallet, or is about to. A
 * row of several kinds is of the first one.
 */
export interface RepeatedPayments {
  /** All rows that a start would pay. */
  of: number
  rows: number
  baseUnits: bigint
  byKind: Record<RepeatKind, number>
  mintDecimals: number
  sameFile: PaidFile | null
}

/** Returns the words that are to be typed before payments are made again: how many, and how much. */
export function repeatConfirmation(repeated: RepeatedPayments): string {
  return `${countOf(repeated.rows)} again, ${sumOf(repeated)}`
}

/** Says what a start would pay again. */
export function describeRepeats(repeated: RepeatedPayments): string {
  const { of, rows, byKind, sameFile } = repeated
  const kinds = [
    ...(byKind.on_hold > 0 ? [`${byKind.on_hold} on hold, which may still land`] : []),
    ...(byKind.under_way > 0 ? [`${byKind.under_way} under way`] : []),
  ]
  const paid = kinds.length === 0 ? '' : ` (${[`${byKind.paid} paid`, ...kinds].join(', ')})`
  const made = `${rows} of its ${countOf(of)} ${rows === 1 ? 'was' : 'were'} made before, of the same amount to the same wallet${paid}: ${sumOf(repeated)}`
  if (sameFile === null) return made
  const paidOn = new Date(sameFile.paidAtMs).toISOString().slice(0, 10)
  const was = byKind.paid === 0 ? 'was signed' : `was paid on ${paidOn}`
  return `the very same file ${was} as distribution ${sameFile.id} (${sameFile.fileName}); ${made}`
}

function sumOf({ baseUnits, mintDecimals }: RepeatedPayments): string {
  return `${formatDecimalUnits(baseUnits, mintDecimals)} tokens`
}

function countOf(payments: number): string {
  return `${payments} ${payments === 1 ? 'payment' : 'payments'}`
}
