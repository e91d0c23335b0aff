import type { Address, Instruction, KeyPairSigner } from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import {
  getCreateAssociatedTokenIdempotentInstruction,
  getMintToCheckedInstruction,
  getTransferCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import { MINT_DECIMALS } from '#lab/environment/environment.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { makeSolanaKey } from '#lab/environment/solana-key.ts'
import { fundWallet, sendInstructions } from '#lab/localnet/send-instructions.ts'
import { lamportsIn, tokenAccountOf } from './chain-state.ts'
import type { ServerBed } from './server-bed.ts'
import { finalized } from './test-wallet.ts'

const BASE_FEE_LAMPORTS = 5_000n

/**
 * Sends by the node without faults, as a person does with another tool; waits until it is final, and returns
 * the signature.
 */
export async function sendAside(
  { honestUrl }: ServerBed,
  payer: KeyPairSigner,
  instructions: readonly Instruction[],
): Promise<string> {
  return finalized(honestUrl, await sendInstructions(honestUrl, payer, instructions))
}

/** Takes SOL out of the sending wallet until this much is left, or less where payments continue meanwhile. */
export async function drainSol(bed: ServerBed, leftLamports: bigint): Promise<void> {
  const { wallet } = bed.environment
  const destination = freshSolanaAddress()
  for (let tries = 0; tries < 20; tries += 1) {
    const amount = lamportsIn(bed.localnet, wallet.address) - leftLamports - BASE_FEE_LAMPORTS
    if (amount <= 0n) return
    // A payment that lands in between leaves less than was read: then this transaction is rejected.
    await sendInstructions(bed.honestUrl, wallet, [
      getTransferSolInstruction({ source: wallet, destination, amount }),
    ]).catch(() => {})
  }
  throw new Error('The sending wallet could not be drained')
}

export function topUpSol({ honestUrl, environment }: ServerBed): Promise<void> {
  const amountLamports = 10_000_000_000n
  return fundWallet({ rpcUrl: honestUrl, to: environment.wallet.address, amountLamports })
}

/** Makes a wallet unrelated to the migration, with SOL and tokens of the mint. */
export async function makeStranger(
  bed: ServerBed,
  baseUnits: bigint,
): Promise<{ signer: KeyPairSigner; tokenAccount: Address }> {
  const { mint, issuer } = bed.environment
  const { signer } = await makeSolanaKey()
  await fundWallet({ rpcUrl: bed.honestUrl, to: signer.address, amountLamports: 1_000_000_000n })
  const tokenAccount = await tokenAccountOf(signer.address, mint)
  await sendAside(bed, issuer, [
    getCreateAssociatedTokenIdempotentInstruction({
      payer: issuer,
      ata: tokenAccount,
      owner: signer.address,
      mint,
      tokenProgram: TOKEN_PROGRAM_ADDRESS,
    }),
    getMintToCheckedInstruction({
      mint,
      token: tokenAccount,
      mintAuthority: issuer,
      amount: baseUnits,
      decimals: MINT_DECIMALS,
    }),
  ])
  return { signer, tokenAccount }
}

/** A transfer of tokens between two token accounts that exist. */
export function tokenTransfer(
  { environment }: ServerBed,
  authority: KeyPairSigner,
  source: Address,
  destination: Address,
  amount: bigint,
): Instruction {
  const { mint } = environment
  return getTransferCheckedInstruction({
    source,
    mint,
    destination,
    authority,
    amount,
    decimals: MINT_DECIMALS,
  })
}
