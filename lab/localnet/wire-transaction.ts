import {
  type Address,
  type CompiledTransactionMessage,
  type CompiledTransactionMessageWithLifetime,
  getBase58Decoder,
  getBase58Encoder,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type Signature,
  type Transaction,
} from '@solana/kit'
import { invalidParams } from './json-rpc.ts'

/** The most bytes of a legacy or v0 transaction: one network packet. */
export const MAX_TRANSACTION_BYTES = 1232

/** The most bytes of a v1 transaction (SIMD-0385). */
const MAX_V1_TRANSACTION_BYTES = 4096

/** A v1 transaction opens with its version and ends with its signatures; the others begin with those. */
const V1_FIRST_BYTE = 0x81

const SIGNATURE_BYTES = 64

export type WireEncoding = 'base58' | 'base64'

type CompiledMessage = CompiledTransactionMessage & CompiledTransactionMessageWithLifetime
type V1Message = Extract<CompiledMessage, { version: 1 }>
type OlderInstruction = Extract<CompiledMessage, { version: 'legacy' | 0 }>['instructions'][number]

/** A message of any version, its instructions in one shape. */
export interface WireMessage
  extends Pick<CompiledMessage, 'version' | 'header' | 'staticAccounts' | 'lifetimeToken'> {
  instructions: readonly OlderInstruction[]
  /** A v1 message's priority fee; null for the others, which set it by instructions. */
  priorityFeeLamports: bigint | null
}

export interface WireTransaction {
  bytes: Uint8Array
  transaction: Transaction
  message: WireMessage
  /** The first signature; all ones in base58 where the transaction is not signed. */
  signature: Signature
  accountKeys: readonly Address[]
}

/**
 * Reads a transaction as `sendTransaction` and `simulateTransaction` take it. Throws RpcError (invalid params) when it
 * is too large, no transaction, of an unknown version, or uses address lookup tables, which are not modelled here.
 */
export function readWireTransaction(encoded: string, encoding: WireEncoding): WireTransaction {
  const bytes = decodeText(encoded, encoding)
  const maxBytes = isV1(bytes) ? MAX_V1_TRANSACTION_BYTES : MAX_TRANSACTION_BYTES
  if (bytes.length > maxBytes)
    throw invalidParams(
      `decoded solana_transaction::versioned::VersionedTransaction too large: ${bytes.length} bytes (max: ${maxBytes} bytes)`,
    )
  return decodeWireTransaction(bytes)
}

/** Decodes the bytes of a transaction. Throws RpcError (invalid params). */
export function decodeWireTransaction(bytes: Uint8Array): WireTransaction {
  const transaction = decoding('transaction', () => getTransactionDecoder().decode(bytes))
  const message = readWireMessage(new Uint8Array(transaction.messageBytes))
  // One byte holds the number of a legacy or v0 transaction's signatures: 128 of them do not fit into 1232 bytes.
  const firstSignatureAt = isV1(bytes) ? transaction.messageBytes.length : 1
  const signature = bytes.subarray(firstSignatureAt, firstSignatureAt + SIGNATURE_BYTES)
  return {
    bytes,
    transaction,
    message,
    signature: getBase58Decoder().decode(signature) as Signature,
    accountKeys: message.staticAccounts,
  }
}

/** Decodes the bytes of a message. Throws RpcError (invalid params). */
export function readWireMessage(bytes: Uint8Array): WireMessage {
  const message = decoding('message', () => getCompiledTransactionMessageDecoder().decode(bytes))
  if ('addressTableLookups' in message && message.addressTableLookups?.length)
    throw invalidParams('address lookup tables are not supported by this localnet')
  const { version, header, staticAccounts, lifetimeToken } = message as CompiledMessage
  const common = { version, header, staticAccounts, lifetimeToken }
  return message.version === 1
    ? { ...common, instructions: v1Instructions(message), priorityFeeLamports: v1PriorityFee(message) }
    : { ...common, instructions: message.instructions, priorityFeeLamports: null }
}

function v1Instructions({ instructionHeaders, instructionPayloads }: V1Message): OlderInstruction[] {
  return instructionHeaders.map(({ programAccountIndex }, index) => ({
    programAddressIndex: programAccountIndex,
    accountIndices: instructionPayloads[index]?.instructionAccountIndices ?? [],
    data: instructionPayloads[index]?.instructionData ?? new Uint8Array(),
  }))
}

/** The only value of eight bytes among those that a v1 message may set. */
function v1PriorityFee({ configValues }: V1Message): bigint {
  return configValues.find((value) => value.kind === 'u64')?.value ?? 0n
}

function isV1(bytes: Uint8Array): boolean {
  return bytes[0] === V1_FIRST_BYTE
}

/** True when the transaction may write to the account at this index of its keys. */
export function isWritableKey({ message }: WireTransaction, index: number): boolean {
  const { numSignerAccounts, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } = message.header
  return index < numSignerAccounts
    ? index < numSignerAccounts - numReadonlySignerAccounts
    : index < message.staticAccounts.length - numReadonlyNonSignerAccounts
}

function decodeText(encoded: string, encoding: WireEncoding): Uint8Array {
  const encoder = encoding === 'base64' ? getBase64Encoder() : getBase58Encoder()
  return decoding(`${encoding} text`, () => new Uint8Array(encoder.encode(encoded)))
}

function decoding<T>(what: string, decode: () => T): T {
  try {
    return decode()
  } catch {
    throw invalidParams(`failed to decode the ${what}`)
  }
}
