/**
 * The ways in which records and chain can differ:
 *
 * - `missing`: the records say paid, the chain does not.
 * - `duplicate`: the chain paid a recipient of the records again, in a transaction that they do not count.
 * - `foreign`: the chain paid a recipient that is not in the records.
 * - `different_amount`: both say paid, by different amounts.
 */
export const DIFFERENCE_KINDS = ['missing', 'duplicate', 'foreign', 'different_amount'] as const
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number]
