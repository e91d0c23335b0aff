import {
  type Address,
  appendTransactionMessageInstruction,
  type Blockhash,
  createTransactionMessage,
  pipe,
  setTransactionMessageConfig,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { getAddMemoInstruction } from '@solana-program/memo'
import { MAX_COMPUTE_UNITS, MAX_LOADED_ACCOUNTS_BYTES } from './fees.ts'
import { MEMO_PROGRAM_ADDRESS } from './payout-transaction.ts'
import { RpcUnavailableError, type SolanaRpc } from './solana-rpc.ts'
import { MAX_TRANSACTION_BYTES, type TransactionFormat } from './transaction-format.ts'
import { compileUnsigned, type UnsignedTransaction } from './unsigned-transaction.ts'

/** A simulation runs on the newest blockhash, so that any will do. */
const ANY_BLOCKHASH = '11111111111111111111111111111111' as Blockhash

/** Larger than a v0 transaction by itself: a node that reads v1 may still not take anything larger. */
const LONG_MEMO = 'ferry '.padEnd(MAX_TRANSACTION_BYTES.v0, '.')

/**
 * Finds out which transaction format the cluster takes, by simulating a v1 transaction with nothing in it but a memo.
 * Nothing is signed or sent. Any answer but success means v0, and so does no answer.
 */
export async function askFormat(rpc: SolanaRpc, payer: Address): Promise<TransactionFormat> {
  try {
    const { error } = await rpc.simulate(unsignedMemo(payer))
    return error === null ? 'v1' : 'v0'
  } catch (error) {
    if (error instanceof RpcUnavailableError) return 'v0'
    throw error
  }
}

function unsignedMemo(payer: Address): UnsignedTransaction {
  const lifetime = { blockhash: ANY_BLOCKHASH, lastValidBlockHeight: 0n }
  const limits = {
    computeUnitLimit: MAX_COMPUTE_UNITS,
    loadedAccountsDataSizeLimit: MAX_LOADED_ACCOUNTS_BYTES,
  }
  const memo = getAddMemoInstruction({ memo: LONG_MEMO }, { programAddress: MEMO_PROGRAM_ADDRESS })
  const message = pipe(
    createTransactionMessage({ version: 1 }),
    (m) => setTransactionMessageFeePayer(payer, m),
    (m) => setTransactionMessageLifetimeUsingBlockhash(lifetime, m),
    (m) => setTransactionMessageConfig(limits, m),
    (m) => appendTransactionMessageInstruction(memo, m),
  )
  return compileUnsigned(message)
}
