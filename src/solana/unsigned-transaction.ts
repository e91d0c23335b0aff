import {
  compileTransaction,
  getTransactionEncoder,
  type TransactionMessage,
  type TransactionMessageWithFeePayer,
} from '@solana/kit'

declare const unsigned: unique symbol

/**
 * A transaction whose signatures are all zero. A node is shown nothing else before the journal has the signed bytes: to
 * send it on is useless, because no cluster lands it.
 */
export interface UnsignedTransaction {
  readonly wireBytes: Uint8Array
  readonly [unsigned]: true
}

/** Compiles a message without signing it, whatever signers it carries. */
export function compileUnsigned(
  message: TransactionMessage & TransactionMessageWithFeePayer,
): UnsignedTransaction {
  const wireBytes = new Uint8Array(getTransactionEncoder().encode(compileTransaction(message)))
  return { wireBytes } as UnsignedTransaction
}
