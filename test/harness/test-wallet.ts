import {
  type Address,
  type Base64EncodedWireTransaction,
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
import { getTransferSolInstruction } from '@solana-program/system'
import { expect } from 'vitest'
import { type Lifetime, signInstructions } from '#lab/localnet/send-instructions.ts'
import { type Localnet, startLocalnet } from '#lab/localnet/start-localnet.ts'
import { connectRpc } from '#solana/connect-rpc.ts'

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

  /** Sends signed bytes without preflight. */
  function sendBlind(wire: Base64EncodedWireTransaction) {
    return rpc.sendTransaction(wire, { encoding: 'base64', skipPreflight: true }).send()
  }

  /** Reads a transaction that is confirmed, as bytes; null where the node has none. */
  function transactionOf(signature: Signature) {
    const config = { commitment: 'confirmed', encoding: 'base64', maxSupportedTransactionVersion: 0 } as const
    return rpc.getTransaction(signature, config).send()
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

  return { rpc, signer, latestLifetime, sign, send, sendBlind, transactionOf, statusOf, balanceOf }
}

export type TestWallet = Awaited<ReturnType<typeof openTestWallet>>

/** Makes a memo instruction of the program that the localnet has. */
export function memoInstruction(memo: string): Instruction {
  return getAddMemoInstruction({ memo }, { programAddress: LEGACY_MEMO_PROGRAM_ADDRESS_V3 })
}

const SOL = 1_000_000_000n

/** A localnet whose blocks the test makes, with a funded wallet and a recipient. */
interface TickedLocalnet {
  localnet: Localnet
  wallet: TestWallet
  /** Has received nothing yet. */
  recipient: Address
  /** Makes so many blocks. */
  tick(blocks: number): void
  /** Sends SOL from the wallet to the recipient, 1 SOL by default. */
  transfer(lamports?: bigint): ReturnType<typeof getTransferSolInstruction>
  /** Reads the lamports of the recipient. */
  balance(): Promise<bigint>
  /** How often each fault happened. */
  counts(): ReturnType<Localnet['faults']['status']>['counts']
  close(): Promise<void>
}

/** Starts one, and makes so many blocks after the wallet is funded. */
export async function startTickedLocalnet(
  blocks: number,
  options?: Parameters<typeof startLocalnet>[0],
): Promise<TickedLocalnet> {
  const localnet = await startLocalnet({ slotMs: null, ...options })
  const wallet = await openTestWallet(localnet)
  const recipient = (await generateKeyPairSigner()).address
  const tick = (count: number) => {
    for (let made = 0; made < count; made += 1) localnet.tick()
  }
  tick(blocks)
  return {
    localnet,
    wallet,
    recipient,
    tick,
    transfer: (amount = SOL) =>
      getTransferSolInstruction({ source: wallet.signer, destination: recipient, amount }),
    balance: () => wallet.balanceOf(recipient),
    counts: () => localnet.faults.status().counts,
    close: () => localnet.close(),
  }
}

/** Waits until a transaction is final, and returns its signature. */
export function finalized(rpcUrl: string, signature: string): Promise<string> {
  return landed(rpcUrl, signature, 'finalized')
}

/** Waits until a transaction has reached `commitment`, and returns its signature. */
export async function landed(
  rpcUrl: string,
  signature: string,
  commitment: 'confirmed' | 'finalized',
): Promise<string> {
  const rpc = connectRpc(rpcUrl)
  await expect
    .poll(async () => {
      const { statuses } = await rpc.signatureStatuses([signature], { searchHistory: true })
      return statuses[0]?.commitment
    })
    .toBe(commitment)
  return signature
}
