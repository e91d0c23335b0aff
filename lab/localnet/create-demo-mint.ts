import { type Address, createSolanaRpc, generateKeyPairSigner, type KeyPairSigner } from '@solana/kit'
import { getCreateAccountInstruction } from '@solana-program/system'
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getInitializeMint2Instruction,
  getMintSize,
  getMintToCheckedInstruction,
} from '@solana-program/token'
import { sendInstructions } from './send-instructions.ts'
import { TOKEN_PROGRAM } from './token-state.ts'

export interface DemoMintOptions {
  rpcUrl: string
  /** Pays for everything and is the mint's authority. It needs some SOL. */
  payer: KeyPairSigner
  decimals: number
  /** All of it goes to `to`. */
  supplyBaseUnits: bigint
  /** The wallet that receives the supply, in its associated token account. */
  to: Address
  /** The Token program unless given. */
  tokenProgram?: Address
  /** The payer may freeze token accounts of this mint. */
  freezable?: boolean
}

export interface DemoMint {
  mint: Address
  /** The associated token account that holds the supply. */
  tokenAccount: Address
}

/**
 * Creates a mint and issues its supply over RPC, in one ordinary transaction; returns when that is confirmed.
 * Throws TransactionNotConfirmedError, or SolanaError when the node rejects it.
 */
export async function createDemoMint(options: DemoMintOptions): Promise<DemoMint> {
  const { payer, decimals, supplyBaseUnits, to, tokenProgram = TOKEN_PROGRAM, freezable = false } = options
  const rpc = createSolanaRpc(options.rpcUrl)
  const mint = await generateKeyPairSigner()
  const [tokenAccount] = await findAssociatedTokenPda({ mint: mint.address, owner: to, tokenProgram })
  const space = BigInt(getMintSize())
  const rentLamports = await rpc.getMinimumBalanceForRentExemption(space).send()
  const program = { programAddress: tokenProgram }
  const instructions = [
    getCreateAccountInstruction({
      payer,
      newAccount: mint,
      lamports: rentLamports,
      space,
      programAddress: tokenProgram,
    }),
    getInitializeMint2Instruction(
      {
        mint: mint.address,
        decimals,
        mintAuthority: payer.address,
        freezeAuthority: freezable ? payer.address : null,
      },
      program,
    ),
    getCreateAssociatedTokenIdempotentInstruction({
      payer,
      ata: tokenAccount,
      owner: to,
      mint: mint.address,
      tokenProgram,
    }),
    getMintToCheckedInstruction(
      { mint: mint.address, token: tokenAccount, mintAuthority: payer, amount: supplyBaseUnits, decimals },
      program,
    ),
  ]
  await sendInstructions(options.rpcUrl, payer, instructions)
  return { mint: mint.address, tokenAccount }
}
