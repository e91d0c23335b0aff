import { setTimeout as delay } from 'node:timers/promises'
import {
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  createSolanaRpc,
  createTransactionMessage,
  type GetSignatureStatusesApi,
  getBase64EncodedWireTransaction,
  type Instruction,
  type KeyPairSigner,
  lamports,
  pipe,
  type Rpc,
  type Signature,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import { getCreateAssociatedTokenIdempotentInstructionAsync } from '@solana-program/token'
import { TOKEN_PROGRAM } from './token-state.ts'

/**
 * Sends instructions over RPC in one ordinary transaction, and returns when it is confirmed. Throws SolanaError when the
 * node rejects it.
 */
export async function sendInstructions(
  rpcUrl: string,
  payer: KeyPairSigner,
  instructions: readonly Instruction[],
): Promise<Signature> {
  const signature = await submitInstructions(rpcUrl, payer, instructions)
  await awaitConfirmation(createSolanaRpc(rpcUrl), signature)
  return signature
}

/** Sends them, and returns before it is known whether they land. */
export async function submitInstructions(
  rpcUrl: string,
  payer: KeyPairSigner,
  instructions: readonly Instruction[],
): Promise<Signature> {
  const rpc = createSolanaRpc(rpcUrl)
  const { value: lifetime } = await rpc.getLatestBlockhash().send()
  const wire = getBase64EncodedWireTransaction(await signInstructions(payer, lifetime, instructions))
  return rpc.sendTransaction(wire, { encoding: 'base64' }).send()
}

/** The blockhash that a transaction is signed on, and the last block in which it may land. */
export interface Lifetime {
  blockhash: Blockhash
  lastValidBlockHeight: bigint
}

/** Signs instructions as one transaction in the v0 format. */
export function signInstructions(
  payer: KeyPairSigner,
  lifetime: Lifetime,
  instructions: readonly Instruction[],
) {
  return signTransactionMessageWithSigners(
    pipe(
      createTransactionMessage({ version: 0 }),
      (empty) => setTransactionMessageFeePayerSigner(payer, empty),
      (paid) => setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
      (living) => appendTransactionMessageInstructions(instructions, living),
    ),
  )
}

const POLL_MS = 50

export class TransactionNotConfirmedError extends Error {
  override name = 'TransactionNotConfirmedError'
}

/**
 * Waits until a transaction is confirmed without error. Throws TransactionNotConfirmedError when it failed, or did not
 * confirm within `timeoutMs`.
 */
export async function awaitConfirmation(
  rpc: Rpc<GetSignatureStatusesApi>,
  signature: Signature,
  timeoutMs = 30_000,
): Promise<void> {
  const deadlineMs = Date.now() + timeoutMs
  while (Date.now() < deadlineMs) {
    const { value } = await rpc.getSignatureStatuses([signature]).send()
    const status = value[0]
    if (status?.err)
      throw new TransactionNotConfirmedError(`transaction ${signature} failed: ${describe(status.err)}`)
    if (status && status.confirmationStatus !== 'processed') return
    await delay(POLL_MS)
  }
  throw new TransactionNotConfirmedError(`transaction ${signature} was not confirmed in ${timeoutMs} ms`)
}

function describe(err: unknown): string {
  return JSON.stringify(err, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
}

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
    last = await submitInstructions(rpcUrl, payer, instructions)
  }
  if (last) await awaitConfirmation(createSolanaRpc(rpcUrl), last)
}
