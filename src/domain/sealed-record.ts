import type { Attempt } from './attempt.ts'
import type { Claim } from './claim.ts'
import type { SiweTerms } from './claim-message.ts'
import type { Maker, Passkey } from './passkey.ts'
import type { AskedUpload, Snapshot } from './snapshot.ts'
import type { Transfer } from './transfer.ts'

/** The balance of a sending wallet before a run, and what the records said was paid before it (see store/records/anchors.ts). */
interface AnchorRecord {
  run: number
  genesisHash: string
  walletAddress: string
  mintAddress: string
  slot: number
  baseUnits: bigint
  paid_before: string
}

/** A transaction that an operator has explained. */
interface AcknowledgedRecord {
  genesisHash: string
  signature: string
  note: string
  atMs: number
}

/** The records that are sealed field by field. */
interface SealedRows {
  claim: Claim
  distribution_row: Transfer
  holder_list: Snapshot
  superseded_list: Snapshot
  list_upload: AskedUpload
  attempt: Attempt
  balance_anchor: AnchorRecord
  acknowledgement: AcknowledgedRecord
  passkey: Passkey
  maker: Maker
}

/** Every field of a record, those that its seal covers first, in their order. A field that is added to the record has to be named here. */
type Coverage<Row> = Readonly<Record<keyof Row, 'sealed' | 'unsealed'>>

type SealedField<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends 'sealed' ? Name : never
}[keyof Fields]

/** What becomes of a transfer, and who notes it: it is known only later, so that no seal covers it. */
const WAY_OF_TRANSFER = {
  claimId: 'unsealed',
  formerClaimId: 'unsealed',
  runId: 'unsealed',
  state: 'unsealed',
  dustUA: 'unsealed',
  mintDecimals: 'unsealed',
  packLimit: 'unsealed',
  failure: 'unsealed',
  paidTx: 'unsealed',
  recordedBy: 'unsealed',
  recordedAfterRun: 'unsealed',
  seal: 'unsealed',
  settledAtMs: 'unsealed',
} as const

/** A version of the holder list. Each of its rows is sealed with its nonce (see config/allocation-seal.ts). */
const HOLDER_LIST = {
  id: 'sealed',
  nonce: 'sealed',
  fileName: 'sealed',
  fileHash: 'sealed',
  root: 'sealed',
  addressCount: 'sealed',
  totalWei: 'sealed',
  publishedAtMs: 'sealed',
  state: 'unsealed',
  payableCount: 'unsealed',
  createdAtMs: 'unsealed',
  unseenWarnings: 'unsealed',
  seal: 'unsealed',
} as const satisfies Coverage<Snapshot>

const SEALED = {
  /** Whom it pays how much, and what was signed for it: fixed until it is corrected. */
  claim: {
    id: 'sealed',
    evmAddress: 'sealed',
    ethSigned: 'sealed',
    solAddress: 'sealed',
    amountWei: 'sealed',
    amountUA: 'sealed',
    chainId: 'sealed',
    nonce: 'sealed',
    signature: 'sealed',
    signedBy: 'sealed',
    siweTerms: 'sealed',
    seq: 'unsealed',
    snapshotId: 'unsealed',
    seal: 'unsealed',
    status: 'unsealed',
    submittedAtMs: 'unsealed',
    solTx: 'unsealed',
    correctedAtMs: 'unsealed',
    settledAtMs: 'unsealed',
    rejectReason: 'unsealed',
  },
  /** One payment of a distribution's file, as it was uploaded. */
  distribution_row: {
    distributionId: 'sealed',
    rowNumber: 'sealed',
    recipient: 'sealed',
    baseUnits: 'sealed',
    mintAddress: 'sealed',
    genesisHash: 'sealed',
    id: 'unsealed',
    evmAddress: 'unsealed',
    ...WAY_OF_TRANSFER,
  },
  holder_list: HOLDER_LIST,
  superseded_list: HOLDER_LIST,
  list_upload: {
    id: 'sealed',
    fileName: 'sealed',
    fileHash: 'sealed',
    baseSnapshotId: 'sealed',
    restoredId: 'sealed',
    asked: 'sealed',
  },
  /** What lands. The transfers that it carries are sealed with it: see CARRIED. */
  attempt: {
    signature: 'sealed',
    kind: 'sealed',
    baseUnits: 'sealed',
    id: 'unsealed',
    runId: 'unsealed',
    state: 'unsealed',
    wireBytes: 'unsealed',
    blockhash: 'unsealed',
    lastValidBlockHeight: 'unsealed',
    contextSlot: 'unsealed',
    walletAddress: 'unsealed',
    sourceTokenAccount: 'unsealed',
    genesisHash: 'unsealed',
    fence: 'unsealed',
    journaledAtMs: 'unsealed',
    heldAtMs: 'unsealed',
    resolvedAtMs: 'unsealed',
    slot: 'unsealed',
    feeLamports: 'unsealed',
    rentLamports: 'unsealed',
    error: 'unsealed',
    seal: 'unsealed',
  },
  balance_anchor: {
    run: 'sealed',
    genesisHash: 'sealed',
    walletAddress: 'sealed',
    mintAddress: 'sealed',
    slot: 'sealed',
    baseUnits: 'sealed',
    paid_before: 'sealed',
  },
  acknowledgement: {
    genesisHash: 'sealed',
    signature: 'sealed',
    note: 'unsealed',
    atMs: 'unsealed',
  },
  /** Whose it is, and what it signs with. Its use changes the rest. */
  passkey: {
    id: 'sealed',
    person: 'sealed',
    name: 'sealed',
    credentialId: 'sealed',
    publicKey: 'sealed',
    rpId: 'sealed',
    origin: 'sealed',
    createdAtMs: 'sealed',
    counter: 'unsealed',
    lastUsedAtMs: 'unsealed',
    answeredAtMs: 'unsealed',
    seal: 'unsealed',
  },
  maker: {
    subject: 'sealed',
    person: 'sealed',
    seal: 'unsealed',
  },
} as const satisfies { [Kind in keyof SealedRows]: Coverage<SealedRows[Kind]> }

/** A transfer as far as it says which debt it pays: fixed once a transaction is signed for it. */
const CARRIED = {
  id: 'sealed',
  evmAddress: 'sealed',
  distributionId: 'sealed',
  rowNumber: 'sealed',
  recipient: 'sealed',
  baseUnits: 'sealed',
  mintAddress: 'sealed',
  genesisHash: 'sealed',
  ...WAY_OF_TRANSFER,
} as const satisfies Coverage<Transfer>

/** What an EIP-4361 message names besides, in one order, whatever the order in which the database keeps it. */
const SIWE_TERMS = {
  publicUrl: 'sealed',
  tokenSymbol: 'sealed',
  fileHash: 'sealed',
  termsHash: 'sealed',
} as const satisfies Coverage<SiweTerms>

type SealedPart<Kind extends keyof SealedRows> = Pick<
  SealedRows[Kind],
  SealedField<(typeof SEALED)[Kind]> & keyof SealedRows[Kind]
>

export type AcceptedClaim = SealedPart<'claim'>
type UploadedRow = SealedPart<'distribution_row'>
/** The fields that identify a published version of the holder list. */
type IdentifiedList = SealedPart<'holder_list'>
export type CarriedTransfer = Pick<Transfer, SealedField<typeof CARRIED>>

function sealedFields<Fields extends object>(fields: Fields): SealedField<Fields>[] {
  const covered = Object.entries(fields).filter(([, coverage]) => coverage === 'sealed')
  return covered.map(([name]) => name as SealedField<Fields>)
}

const FIELDS = Object.fromEntries(
  Object.entries(SEALED).map(([kind, fields]) => [kind, sealedFields(fields)]),
) as unknown as { readonly [Kind in keyof SealedRows]: readonly (keyof SealedPart<Kind>)[] }

/** The fields that the seal of a claim covers, in their order. */
export const ACCEPTED_FIELDS = FIELDS.claim

/** The fields of a transfer that are sealed with the transaction that carries it. */
export const CARRIED_FIELDS = sealedFields(CARRIED)

const TERMS_FIELDS = sealedFields(SIWE_TERMS)

/** The part of a record that its seal covers: fields by name, in a fixed order. */
export interface SealedRecord {
  /**
   * Keeps records apart that happen to have the same fields. Sessions and clients are sealed in app/sessions, challenges in
   * app/second-secret.
   */
  kind: keyof SealedRows | 'admin_session' | 'known_client' | 'challenge'
  fields: readonly (readonly [name: string, value: string])[]
}

/** Returns the part of a record that its seal covers. */
export function sealedRecord<Kind extends keyof SealedRows>(kind: Kind, row: SealedPart<Kind>): SealedRecord {
  return { kind, fields: FIELDS[kind].map((name) => [String(name), textOf(name, row[name])]) }
}

function textOf(name: unknown, value: unknown): string {
  return name === 'siweTerms' ? sealedTerms(value as SiweTerms | null) : sealedValue(value)
}

function sealedTerms(terms: SiweTerms | null): string {
  return JSON.stringify(terms && TERMS_FIELDS.map((name) => sealedValue(terms[name])))
}

/** Returns the part of a claim that its seal covers. */
export const sealedClaim = (claim: AcceptedClaim) => sealedRecord('claim', claim)

/** Returns the part of a distribution's row that its seal covers. */
export const sealedRow = (row: UploadedRow) => sealedRecord('distribution_row', row)

/** Returns the part of a holder list's version that its seal covers while it is in force. */
export const sealedHolderList = (list: IdentifiedList) => sealedRecord('holder_list', list)

/** Returns what the seal of a version covers once another is in force: it does not fit as a published one. */
export const sealedSupersededList = (list: IdentifiedList) => sealedRecord('superseded_list', list)

/** Returns the part of an upload that its seal covers. The seal is with who was asked, not in the database. */
export const sealedUpload = (upload: AskedUpload) => sealedRecord('list_upload', upload)

/** Returns what the seal of an attempt covers: the transaction and the debts that it pays, in any order. */
export function sealedAttempt(
  attempt: SealedPart<'attempt'>,
  carried: readonly CarriedTransfer[],
): SealedRecord {
  const { kind, fields } = sealedRecord('attempt', attempt)
  const transfers = carried
    .map((transfer) => JSON.stringify(CARRIED_FIELDS.map((name) => valueOrNull(transfer[name]))))
    .toSorted()
  return { kind, fields: [...fields, ['transfers', JSON.stringify(transfers)]] }
}

function valueOrNull(value: CarriedTransfer[keyof CarriedTransfer]): string | null {
  return value === null ? null : sealedValue(value)
}

/** Makes and compares seals: config/record-seal.ts does so under a key, UNSEALED in store/store.ts without one. */
export interface RecordSeal {
  make(record: SealedRecord): string
  /** Returns null where the seal is this record's, else the names of the fields that differ. */
  differences(record: SealedRecord, seal: string): string[] | null
  /** Tells whether the seal is this record's, at less cost. */
  fits(record: SealedRecord, seal: string): boolean
}

/** Makes and compares the seals of a holder list's rows, under the nonce of their version. */
export interface AllocationSeal {
  make(nonce: string, address: string, amountWei: string): string
  fits(nonce: string, address: string, amountWei: unknown, seal: string): boolean
}

/**
 * Returns a value as a seal covers it. SQLite keeps bytes in any column, beside the same digits as text or as
 * a number: they are neither.
 */
export function sealedValue(value: unknown): string {
  return typeof value === 'object' && value !== null ? 'bytes' : String(value)
}

/**
 * The version of the format of sealed records. A changed format takes another number, so that no seal of one
 * fits another.
 */
const VERSION = 1

/**
 * Returns the text of a record that its seal is made over. JSON delimits the values, whatever they contain.
 */
export function sealedText({ kind, fields }: SealedRecord): string {
  return JSON.stringify(['ferry', VERSION, kind, fields])
}

/** Returns the text of one field alone: compared field by field, it shows which ones differ. */
export function sealedFieldText(kind: SealedRecord['kind'], name: string, value: string): string {
  return JSON.stringify(['ferry', VERSION, kind, 'field', name, value])
}
