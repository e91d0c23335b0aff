import {
  createSolanaRpc,
  getBase64EncodedWireTransaction,
  type Instruction,
  type KeyPairSigner,
  type Signature,
} from '@solana/kit'
import { signInstructions } from './sign-instructions.ts'

/** Sends instructions over RPC in one ordinary transaction. Throws SolanaError when the node rejects it. */
export async function sendInstructions(
  rpcUrl: string,
  payer: KeyPairSigner,
  instructions: readonly Instruction[],
): Promise<Signature> {
  const rpc = createSolanaRpc(rpcUrl)
  const { value: lifetime } = await rpc.getLatestBlockhash().send()
  const wire = getBase64EncodedWireTransaction(await signInstructions(payer, lifetime, instructions))
  return rpc.sendTransaction(wire, { encoding: 'base64' }).send()
}
