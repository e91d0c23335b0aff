import type { Address, Instruction, KeyPairSigner } from '@solana/kit'
import {
  getApproveCheckedInstruction,
  getRevokeInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import { fundWallet, sendInstructions } from '#lab/localnet/send-instructions.ts'
import { type FundedWallet, MINT_DECIMALS } from './environment.ts'
import { makeSolanaKey } from './solana-key.ts'

/** A sending wallet with SOL and no token, which pays out of a funded wallet's account as its delegate. */
export interface Treasury {
  delegate: KeyPairSigner
  /** The delegate's key as an operator pastes it. */
  keyJson: string
  /** Lets the delegate move so much in all: it replaces what was allowed before. Confirmed when it returns, as in revoke. */
  approve(baseUnits: bigint, of?: Address): Promise<void>
  revoke(): Promise<void>
}

/** Makes a treasury's delegate; nothing is allowed yet. */
export async function makeTreasury(
  rpcUrl: string,
  {
    wallet: owner,
    walletTokenAccount: source,
    mint,
  }: Pick<FundedWallet, 'wallet' | 'walletTokenAccount' | 'mint'>,
  tokenProgram: Address = TOKEN_PROGRAM_ADDRESS,
): Promise<Treasury> {
  const { signer: delegate, keyJson } = await makeSolanaKey()
  await fundWallet({ rpcUrl, to: delegate.address, amountLamports: 50_000_000_000n })
  const program = { programAddress: tokenProgram }
  const perform = async (instruction: Instruction) => sendInstructions(rpcUrl, owner, [instruction])
  return {
    delegate,
    keyJson,
    async approve(amount, to = delegate.address) {
      const terms = { source, mint, delegate: to, owner, amount, decimals: MINT_DECIMALS }
      await perform(getApproveCheckedInstruction(terms, program))
    },
    async revoke() {
      await perform(getRevokeInstruction({ source, owner }, program))
    },
  }
}
