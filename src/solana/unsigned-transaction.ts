import {
  compileTransactionMessage,
  getTransactionEncoder,
  type SignatureBytes,
  type TransactionMessage,
  type TransactionMessageBytes,
  type TransactionMessageWithBlockhashLifetime,
  type TransactionMessageWithFeePayer,
} from '@solana/kit'
import { encodeMessage } from './encode-message.ts'

declare const unsigned: unique symbol

/**
 * A transaction whose signatures are all zero. A node is shown nothing else before the journal has the signed bytes: to
 * send it on is useless, because no cluster lands it.
 */
export interface UnsignedTransaction {
  readonly wireBytes: Uint8Array
  readonly [unsigned]: true
}

/** A message whose fee payer is its only signer. */
export type Message = TransactionMessage &
  TransactionMessageWithFeePayer &
  TransactionMessageWithBlockhashLifetime

/** Compiles a message without signing it, whatever signers it carries. */
export function compileUnsigned(message: Message): UnsignedTransaction {
  return { wireBytes: wireBytesOf(message, compileMessage(message), null) } as UnsignedTransaction
}

/** Compiles a message to the bytes that its signature covers. */
export function compileMessage(message: Message): TransactionMessageBytes {
  return encodeMessage(compileTransactionMessage(message))
}

/** Joins a compiled message and its fee payer's signature to the bytes that a node takes. */
export function wireBytesOf(
  { feePayer }: Message,
  messageBytes: TransactionMessageBytes,
  signature: SignatureBytes | null,
): Uint8Array {
  const transaction = { messageBytes, signatures: { [feePayer.address]: signature } }
  return new Uint8Array(getTransactionEncoder().encode(transaction))
}
