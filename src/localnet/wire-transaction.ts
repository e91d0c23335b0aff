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
import { invalidParams } from './rpc-error.ts'

/** What fits one network packet: the most that a legacy or v0 transaction may have. */
export const MAX_TRANSACTION_BYTES = 1232

export type WireEncoding = 'base58' | 'base64'

export type WireMessage = Extract<CompiledTransactionMessage, { version: 'legacy' | 0 }> &
  CompiledTransactionMessageWithLifetime

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
 * is too large, no transaction, of another version than legacy or 0, or uses address lookup tables, which are not
 * modelled here.
 */
export function readWireTransaction(encoded: string, encoding: WireEncoding): WireTransaction {
  const bytes = decodeText(encoded, encoding)
  if (bytes.length > MAX_TRANSACTION_BYTES)
    throw invalidParams(
      `decoded solana_transaction::versioned::VersionedTransaction too large: ${bytes.length} bytes (max: ${MAX_TRANSACTION_BYTES} bytes)`,
    )
  return decodeWireTransaction(bytes)
}

/** Decodes the bytes of a transaction. Throws RpcError (invalid params). */
export function decodeWireTransaction(bytes: Uint8Array): WireTransaction {
  const transaction = decoding('transaction', () => getTransactionDecoder().decode(bytes))
  const message = readWireMessage(new Uint8Array(transaction.messageBytes))
  return {
    bytes,
    transaction,
    message,
    // One byte tells the number of signatures: 1232 bytes hold no 128 of them.
    signature: getBase58Decoder().decode(bytes.subarray(1, 65)) as Signature,
    accountKeys: message.staticAccounts,
  }
}

/** Decodes the bytes of a message. Throws RpcError (invalid params). */
export function readWireMessage(bytes: Uint8Array): WireMessage {
  const message = decoding('message', () => getCompiledTransactionMessageDecoder().decode(bytes))
  if (message.version !== 'legacy' && message.version !== 0)
    throw invalidParams(`transaction version ${message.version} is not supported`)
  if ('addressTableLookups' in message && message.addressTableLookups?.length)
    throw invalidParams('address lookup tables are not supported by this localnet')
  return message as WireMessage
}

/** Whether the transaction may write to the account at this index of its keys. */
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
