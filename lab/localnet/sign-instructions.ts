import {
  appendTransactionMessageInstructions,
  type Blockhash,
  createTransactionMessage,
  type Instruction,
  type KeyPairSigner,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'

/** The blockhash that a transaction is signed on, and the last block in which it may land. */
export interface Lifetime {
  blockhash: Blockhash
  lastValidBlockHeight: bigint
}

/** Signs instructions as one transaction in the v0 format. */
export function signInstructions(
  payer: KeyPairSigner,
  lifetime: Lifetime,
  instructions: readonly Instruction[],
) {
  return signTransactionMessageWithSigners(
    pipe(
      createTransactionMessage({ version: 0 }),
      (empty) => setTransactionMessageFeePayerSigner(payer, empty),
      (paid) => setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
      (living) => appendTransactionMessageInstructions(instructions, living),
    ),
  )
}
