import {
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  createTransactionMessage,
  getSignatureFromTransaction,
  getTransactionEncoder,
  type Instruction,
  type KeyPairSigner,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import {
  getSetComputeUnitLimitInstruction,
  getSetComputeUnitPriceInstruction,
} from '@solana-program/compute-budget'
import { getAddMemoInstruction } from '@solana-program/memo'
import {
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
} from '@solana-program/token'
import type { BaseUnits } from '#domain/amounts.ts'
import type { Mint } from '#solana/mint.ts'
import { MAX_TRANSACTION_BYTES } from '#solana/packing.ts'
import type { TokenAccountNeed } from '#solana/recipients.ts'

const MEMO_PROGRAM_ADDRESS = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr' as Address

export interface PayoutTransfer {
  wallet: Address
  tokenAccount: Address
  need: TokenAccountNeed
  baseUnits: BaseUnits
}

export interface PayoutTransaction {
  sender: KeyPairSigner
  mint: Mint
  sourceTokenAccount: Address
  transfers: readonly PayoutTransfer[]
  /** What makes the transaction unlike any other, and findable on the chain. */
  memo: string
  blockhash: string
  lastValidBlockHeight: number
  computeUnitLimit: number
  microLamportsPerComputeUnit: bigint
}

export interface SignedTransaction {
  /** Base58, 64 bytes: the sender's, which names the transaction. */
  signature: string
  wireBytes: Uint8Array
}

/** Builds and signs a payout. Throws when it came out larger than the network takes, which the packing rules out. */
export async function signPayout(payout: PayoutTransaction): Promise<SignedTransaction> {
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (m) => setTransactionMessageFeePayerSigner(payout.sender, m),
    (m) =>
      setTransactionMessageLifetimeUsingBlockhash(
        {
          blockhash: payout.blockhash as Blockhash,
          lastValidBlockHeight: BigInt(payout.lastValidBlockHeight),
        },
        m,
      ),
    (m) => appendTransactionMessageInstructions(payoutInstructions(payout), m),
  )
  const transaction = await signTransactionMessageWithSigners(message)
  const wireBytes = new Uint8Array(getTransactionEncoder().encode(transaction))
  if (wireBytes.length > MAX_TRANSACTION_BYTES) {
    throw new Error(`A payout of ${payout.transfers.length} transfers came out at ${wireBytes.length} bytes`)
  }
  return { signature: getSignatureFromTransaction(transaction), wireBytes }
}

/** Instructions before the first transfer's: compute limit, compute price, memo. */
const LEADING_INSTRUCTIONS = 3

function payoutInstructions(payout: PayoutTransaction): Instruction[] {
  return [
    getSetComputeUnitLimitInstruction({ units: payout.computeUnitLimit }),
    getSetComputeUnitPriceInstruction({ microLamports: payout.microLamportsPerComputeUnit }),
    getAddMemoInstruction({ memo: payout.memo }, { programAddress: MEMO_PROGRAM_ADDRESS }),
    ...payout.transfers.flatMap((transfer) => transferInstructions(payout, transfer)),
  ]
}

function transferInstructions(payout: PayoutTransaction, transfer: PayoutTransfer): Instruction[] {
  const { sender, mint, sourceTokenAccount } = payout
  const pay = getTransferCheckedInstruction(
    {
      source: sourceTokenAccount,
      mint: mint.address,
      destination: transfer.tokenAccount,
      authority: sender,
      amount: transfer.baseUnits,
      decimals: mint.decimals,
    },
    { programAddress: mint.tokenProgram },
  )
  if (transfer.need === 'existing') return [pay]
  const create = getCreateAssociatedTokenIdempotentInstruction({
    payer: sender,
    ata: transfer.tokenAccount,
    owner: transfer.wallet,
    mint: mint.address,
    tokenProgram: mint.tokenProgram,
  })
  return [create, pay]
}

/** Which transfer an instruction belongs to, or null for those that serve them all. */
export function transferOfInstruction(
  transfers: readonly PayoutTransfer[],
  instruction: number,
): number | null {
  let next = LEADING_INSTRUCTIONS
  for (const [index, transfer] of transfers.entries()) {
    next += transfer.need === 'existing' ? 1 : 2
    if (instruction >= LEADING_INSTRUCTIONS && instruction < next) return index
  }
  return null
}
