import {
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  createTransactionMessage,
  type KeyPairSigner,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { getAddMemoInstruction } from '@solana-program/memo'
import { getTransferSolInstruction } from '@solana-program/system'
import { MEMO_PROGRAM_ADDRESS, type SignedTransaction, signMessage } from './payout-transaction.ts'

export interface MarkerTransaction {
  sender: KeyPairSigner
  sourceTokenAccount: Address
  memo: string
  blockhash: string
  lastValidBlockHeight: number
}

/** Builds and signs a transaction that sends no lamports to the source account: it costs one base fee. */
export function signMarkerTransaction({
  sender,
  sourceTokenAccount,
  memo,
  blockhash,
  lastValidBlockHeight,
}: MarkerTransaction): Promise<SignedTransaction> {
  const lifetime = {
    blockhash: blockhash as Blockhash,
    lastValidBlockHeight: BigInt(lastValidBlockHeight),
  }
  return pipe(
    createTransactionMessage({ version: 0 }),
    (m) => setTransactionMessageFeePayerSigner(sender, m),
    (m) => setTransactionMessageLifetimeUsingBlockhash(lifetime, m),
    (m) =>
      appendTransactionMessageInstructions(
        [
          getAddMemoInstruction({ memo }, { programAddress: MEMO_PROGRAM_ADDRESS }),
          getTransferSolInstruction({ source: sender, destination: sourceTokenAccount, amount: 0n }),
        ],
        m,
      ),
    signMessage,
  )
}
