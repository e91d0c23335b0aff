/** What about a holder list is asked, since nobody but a person can tell whether it is meant. */
export const LIST_WARNING_KINDS = [
  'unit_unknown',
  'decimal_mark',
  'tokens_like_wei',
  'wei_like_tokens',
  'all_zero',
  'one_row',
  'wrong_checksum',
  'nobodys_address',
  'cannot_sign',
  'not_checked',
  'hidden_rows',
  'unread_sheets',
  'outside_supply',
  'columns_unclear',
  'column_says',
  'mixed_magnitudes',
  'rounded',
  'no_holder',
] as const
/** What nobody but a person decides before a list can be published. */
export const UNDECIDED_WARNINGS: readonly ListWarningKind[] = ['unit_unknown', 'decimal_mark', 'no_holder']

/** What may make amounts wrong: publishing takes the total as typed words. */
export const DOUBTS_OF_AMOUNTS: readonly ListWarningKind[] = [
  'tokens_like_wei',
  'wei_like_tokens',
  'all_zero',
  'hidden_rows',
  'unread_sheets',
  'outside_supply',
  'column_says',
  'mixed_magnitudes',
  'rounded',
]

export type ListWarningKind = (typeof LIST_WARNING_KINDS)[number]

export interface ListWarning {
  kind: ListWarningKind
  /** What was seen, and what it may mean: for a person. */
  words: string
  /** How many rows it concerns. */
  rows: number
  /** The first of them: "row 17", "item 17". */
  where: string[]
}
