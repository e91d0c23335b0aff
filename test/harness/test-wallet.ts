import {
  type Address,
  createDefaultRpcTransport,
  createRpc,
  createSolanaRpcApi,
  DEFAULT_RPC_CONFIG,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  type Instruction,
  type KeyPairSigner,
  lamports,
  type Signature,
  type SolanaRpcApi,
} from '@solana/kit'
import { getAddMemoInstruction, LEGACY_MEMO_PROGRAM_ADDRESS_V3 } from '@solana-program/memo'
import { type Lifetime, signInstructions } from '#lab/localnet/sign-instructions.ts'
import type { Localnet } from '#lab/localnet/start-localnet.ts'

const WALLET_LAMPORTS = 100_000_000_000n

/**
 * Makes an RPC client that reads at `processed` by default: a transaction that was just sent is visible at
 * once.
 */
function eagerRpc(url: string) {
  const api = createSolanaRpcApi<SolanaRpcApi>({ ...DEFAULT_RPC_CONFIG, defaultCommitment: 'processed' })
  return createRpc({ api, transport: createDefaultRpcTransport({ url }) })
}

/**
 * Opens a wallet on a localnet, by default with 100 SOL and a new key, which signs the given instructions.
 */
export async function openTestWallet({ url }: Localnet, fundLamports = WALLET_LAMPORTS, key?: KeyPairSigner) {
  const rpc = eagerRpc(url)
  const signer = key ?? (await generateKeyPairSigner())
  if (fundLamports > 0n) await rpc.requestAirdrop(signer.address, lamports(fundLamports)).send()

  async function latestLifetime(): Promise<Lifetime> {
    const { value } = await rpc.getLatestBlockhash({ commitment: 'processed' }).send()
    return value
  }

  /** Signs on the newest blockhash unless a lifetime is given. */
  async function sign(instructions: Instruction[], lifetime?: Lifetime) {
    const validFor = lifetime ?? (await latestLifetime())
    const transaction = await signInstructions(signer, validFor, instructions)
    const signature = getSignatureFromTransaction(transaction)
    return { transaction, signature, wire: getBase64EncodedWireTransaction(transaction) }
  }

  /** Signs and sends with preflight at `processed`. */
  async function send(instructions: Instruction[], options: { skipPreflight?: boolean } = {}) {
    const { wire } = await sign(instructions)
    const config = { encoding: 'base64', preflightCommitment: 'processed', ...options } as const
    return rpc.sendTransaction(wire, config).send()
  }

  /** Reads the status of a transaction; null where the node has none. */
  async function statusOf(signature: Signature, config = { searchTransactionHistory: false }) {
    const { value } = await rpc.getSignatureStatuses([signature], config).send()
    return value[0]
  }

  /** Reads the lamports of an address, by default the wallet's own. */
  async function balanceOf(address: Address = signer.address): Promise<bigint> {
    return (await rpc.getBalance(address).send()).value
  }

  return { rpc, signer, latestLifetime, sign, send, statusOf, balanceOf }
}

export type TestWallet = Awaited<ReturnType<typeof openTestWallet>>

/** Makes a memo instruction of the program that the localnet has. */
export function memoInstruction(memo: string): Instruction {
  return getAddMemoInstruction({ memo }, { programAddress: LEGACY_MEMO_PROGRAM_ADDRESS_V3 })
}
