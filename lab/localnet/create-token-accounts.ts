import { type Address, createSolanaRpc, type KeyPairSigner, type Signature } from '@solana/kit'
import { getCreateAssociatedTokenIdempotentInstructionAsync } from '@solana-program/token'
import { awaitConfirmation } from './await-confirmation.ts'
import { sendInstructions } from './send-instructions.ts'
import { TOKEN_PROGRAM } from './token-state.ts'

/** The number of creations that fit into one transaction. */
const ACCOUNTS_PER_TRANSACTION = 8

/** Creates empty token accounts of wallets over RPC, and returns when all are confirmed. */
export async function createTokenAccounts(options: {
  rpcUrl: string
  payer: KeyPairSigner
  mint: Address
  owners: readonly Address[]
}): Promise<void> {
  const { rpcUrl, payer, mint, owners } = options
  let last: Signature | undefined
  for (let start = 0; start < owners.length; start += ACCOUNTS_PER_TRANSACTION) {
    const instructions = await Promise.all(
      owners.slice(start, start + ACCOUNTS_PER_TRANSACTION).map((owner) =>
        getCreateAssociatedTokenIdempotentInstructionAsync({
          payer,
          owner,
          mint,
          tokenProgram: TOKEN_PROGRAM,
        }),
      ),
    )
    last = await sendInstructions(rpcUrl, payer, instructions)
  }
  if (last) await awaitConfirmation(createSolanaRpc(rpcUrl), last)
}
