import { type Address, createSolanaRpc, lamports } from '@solana/kit'
import { awaitConfirmation } from './await-confirmation.ts'

/** Gives a wallet SOL from the localnet's faucet over RPC, and returns when that is confirmed. */
export async function fundWallet({
  rpcUrl,
  to,
  amountLamports,
}: {
  rpcUrl: string
  to: Address
  amountLamports: bigint
}): Promise<void> {
  const rpc = createSolanaRpc(rpcUrl)
  const signature = await rpc.requestAirdrop(to, lamports(amountLamports)).send()
  await awaitConfirmation(rpc, signature)
}
