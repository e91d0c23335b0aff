import { isSignature, type Signature } from '@solana/kit'
import { PortalError } from './portal-error.ts'

/** kit's own test throws on text of this length that is no base58. */
const SIGNATURE_SHAPE = /^[1-9A-HJ-NP-Za-km-z]{64,88}$/

const EVM_HASH_SHAPE = /^(?:0x)?[0-9a-f]{64}$/i

/**
 * Reads a Solana transaction's signature: base58 text that decodes to exactly 64 bytes. Throws evm_transaction_hash on what is
 * pasted most often in its place, and invalid_transaction on anything else.
 */
export function readTransactionSignature(text: string): Signature {
  if (EVM_HASH_SHAPE.test(text)) throw new PortalError('evm_transaction_hash')
  if (SIGNATURE_SHAPE.test(text) && isSignature(text)) return text
  throw new PortalError('invalid_transaction')
}
