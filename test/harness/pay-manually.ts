import { type Address, createKeyPairSignerFromBytes } from '@solana/kit'
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import type { DemoEnvironment } from '#lab/demo/demo-environment.ts'
import { MINT_DECIMALS } from '#lab/environment/environment.ts'
import { sendInstructions } from '#lab/localnet/send-instructions.ts'
import { finalized } from './finalized.ts'
import { memoInstruction } from './test-wallet.ts'

type PayingWallet = Pick<DemoEnvironment, 'rpcUrl' | 'mint' | 'walletKeyJson'>

/**
 * Pays from the sending wallet as from a wallet's own page, waits for it to be final, and returns the
 * signature.
 */
export async function payManually(
  wallet: PayingWallet,
  to: string,
  baseUnits: bigint,
  memo?: string,
): Promise<string> {
  return finalized(wallet.rpcUrl, await sendManually(wallet, to, baseUnits, memo))
}

/** Pays in the same way without waiting for it to land. */
export async function sendManually(
  { rpcUrl, mint, walletKeyJson }: PayingWallet,
  to: string,
  baseUnits: bigint,
  memo?: string,
): Promise<string> {
  const wallet = await createKeyPairSignerFromBytes(Uint8Array.from(JSON.parse(walletKeyJson)))
  const token = { mint, tokenProgram: TOKEN_PROGRAM_ADDRESS }
  const [source] = await findAssociatedTokenPda({ owner: wallet.address, ...token })
  const [ata] = await findAssociatedTokenPda({ owner: to as Address, ...token })
  return sendInstructions(rpcUrl, wallet, [
    ...(memo === undefined ? [] : [memoInstruction(memo)]),
    getCreateAssociatedTokenIdempotentInstruction({ payer: wallet, ata, owner: to as Address, ...token }),
    getTransferCheckedInstruction({
      source,
      mint,
      destination: ata,
      authority: wallet,
      amount: baseUnits,
      decimals: MINT_DECIMALS,
    }),
  ])
}
