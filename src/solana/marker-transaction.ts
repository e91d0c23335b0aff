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
import { compileUnsigned, type UnsignedTransaction } from './unsigned-transaction.ts'

export interface MarkerTransaction {
  sender: KeyPairSigner
  sourceTokenAccount: Address
  memo: string
  blockhash: string
  lastValidBlockHeight: number
}

/** Builds a marker without signing it: a node may say whether its wallet can pay for it. */
export function composeUnsignedMarker(marker: MarkerTransaction): UnsignedTransaction {
  return compileUnsigned(compose(marker))
}

/** Builds and signs a transaction that sends no lamports to the source account: it costs one base fee. */
export function signMarkerTransaction(marker: MarkerTransaction): Promise<SignedTransaction> {
  return signMessage(compose(marker), marker.sender)
}

function compose({ sender, sourceTokenAccount, memo, blockhash, lastValidBlockHeight }: MarkerTransaction) {
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
  )
}
