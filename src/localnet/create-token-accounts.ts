import {
  type Address,
  appendTransactionMessageInstructions,
  createSolanaRpc,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  type KeyPairSigner,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import { getCreateAssociatedTokenIdempotentInstructionAsync } from '@solana-program/token'
import { awaitConfirmation } from './await-confirmation.ts'
import { TOKEN_PROGRAM } from './token-state.ts'

/** As many as fit into one transaction. */
const ACCOUNTS_PER_TRANSACTION = 8

/** Gives wallets their empty token account over RPC, and returns when all are confirmed. */
export async function createTokenAccounts(options: {
  rpcUrl: string
  payer: KeyPairSigner
  mint: Address
  owners: readonly Address[]
}): Promise<void> {
  const { rpcUrl, payer, mint, owners } = options
  const rpc = createSolanaRpc(rpcUrl)
  for (let start = 0; start < owners.length; start += ACCOUNTS_PER_TRANSACTION) {
    const { value: lifetime } = await rpc.getLatestBlockhash().send()
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
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      (empty) => setTransactionMessageFeePayerSigner(payer, empty),
      (paid) => setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
      (living) => appendTransactionMessageInstructions(instructions, living),
    )
    const wire = getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(message))
    const signature = await rpc.sendTransaction(wire, { encoding: 'base64' }).send()
    if (start + ACCOUNTS_PER_TRANSACTION >= owners.length) await awaitConfirmation(rpc, signature)
  }
}
