import { type SealedRecord, sealedValue } from './sealed-record.ts'

/** What a published version of the holder list is known by. */
export interface PublishedList {
  id: number
  nonce: string
  file_name: string
  file_hash: string | null
  address_count: number
  total_wei: string
  published_at_ms: number | null
}

const FIELDS = [
  'id',
  'nonce',
  'file_name',
  'file_hash',
  'address_count',
  'total_wei',
  'published_at_ms',
] as const satisfies (keyof PublishedList)[]

/** What the seal of a version covers. Each of its rows is sealed with its nonce (see config/allocation-seal.ts). */
export function sealedHolderList(list: PublishedList): SealedRecord {
  return { kind: 'holder_list', fields: FIELDS.map((name) => [name, sealedValue(list[name])]) }
}
