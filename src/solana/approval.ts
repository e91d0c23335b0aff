import {
  type Address,
  appendTransactionMessageInstruction,
  type Blockhash,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  getBase58Decoder,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { getApproveCheckedInstruction } from '@solana-program/token'

/**
 * The terms of ApproveChecked (SPL Token and Token-2022, instruction 13), by which the owner of a token account lets a delegate move
 * tokens out of it. It sets the allowance, and does not add to the one before.
 */
export interface Approval {
  tokenProgram: Address
  mint: Address
  tokenAccount: Address
  owner: Address
  delegate: Address
  baseUnits: bigint
  decimals: number
}

/** Stands for the recent blockhash, which whoever sends the transaction sets: 32 zero bytes in base58. */
const NO_BLOCKHASH = '1'.repeat(32) as Blockhash

/** Returns the unsigned transaction with that instruction alone, whose fee payer is the owner, in base58: multisigs import it. */
export function approvalTransaction(approval: Approval): string {
  const { tokenProgram, mint, tokenAccount: source, delegate, baseUnits: amount, decimals } = approval
  const owner = createNoopSigner(approval.owner)
  const instruction = getApproveCheckedInstruction(
    { source, mint, delegate, owner, amount, decimals },
    { programAddress: tokenProgram },
  )
  const message = pipe(
    createTransactionMessage({ version: 'legacy' }),
    (m) => setTransactionMessageFeePayerSigner(owner, m),
    (m) =>
      setTransactionMessageLifetimeUsingBlockhash({ blockhash: NO_BLOCKHASH, lastValidBlockHeight: 0n }, m),
    (m) => appendTransactionMessageInstruction(instruction, m),
  )
  return getBase58Decoder().decode(getTransactionEncoder().encode(compileTransaction(message)))
}
