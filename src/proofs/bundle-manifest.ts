import type { ReceiptKey } from '#domain/portal-receipt.ts'

export const BUNDLE_FORMAT = 'ferry-list/1'

/** The columns of a bundle's list.csv. */
export const LIST_COLUMNS = ['index', 'address', 'amountWei'] as const

/** What a bundle says of the list in it. */
export interface BundleManifest {
  format: typeof BUNDLE_FORMAT
  tokenName: string
  tokenSymbol: string
  coinDecimals: number
  root: string
  rows: number
  totalWei: string
  /** SHA-256 of the file that the operator uploaded. */
  fileHash: string
  publishedAt: string
  /** The ABI types of a leaf: index, address, amountWei. */
  leaf: string
  order: string
  /** SHA-256 of list.csv. */
  listSha256: string
  /** Of the portal, in the order of their use; not there in bundles up to 0.2.0. */
  receiptKeys?: readonly ReceiptKey[]
}
