import { type SealedRecord, sealedValue } from './sealed-record.ts'

/** The fields that identify a published version of the holder list. */
export interface PublishedList {
  id: number
  nonce: string
  fileName: string
  fileHash: string | null
  root: string | null
  addressCount: number
  totalWei: bigint
  publishedAtMs: number | null
}

const FIELDS = [
  'id',
  'nonce',
  'fileName',
  'fileHash',
  'root',
  'addressCount',
  'totalWei',
  'publishedAtMs',
] as const satisfies (keyof PublishedList)[]

/**
 * Returns the record that the seal of a version covers. Each of its rows is sealed with its nonce (see
 * config/allocation-seal.ts).
 */
export function sealedHolderList(list: PublishedList): SealedRecord {
  return { kind: 'holder_list', fields: FIELDS.map((name) => [name, sealedValue(list[name])]) }
}

/** Returns the record that the seal of a version covers once another is in force: it does not fit as a published one. */
export function sealedSupersededList(list: PublishedList): SealedRecord {
  return { ...sealedHolderList(list), kind: 'superseded_list' }
}

/** Makes and compares the seals of a holder list's rows, under the nonce of their version. */
export interface AllocationSeal {
  make(nonce: string, address: string, amountWei: string): string
  fits(nonce: string, address: string, amountWei: unknown, seal: string): boolean
}
