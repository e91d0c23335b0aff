import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Address, createSolanaRpc, type KeyPairSigner } from '@solana/kit'
import { makeSolanaKey } from '#lab/environment/solana-key.ts'
import { createDemoMint } from '#lab/localnet/create-demo-mint.ts'
import { fundWallet } from '#lab/localnet/fund-wallet.ts'
import { type RunningMain, startMain } from './child-process.ts'

/** A localnet in a process of its own, with a mint and a wallet that holds its whole supply. */
export interface RehearsalEnvironment {
  rpcUrl: string
  genesisHash: string
  mint: Address
  mintDecimals: number
  sender: KeyPairSigner
  /** Pays for what is no part of the payout. */
  issuer: KeyPairSigner
  /** The sender's key as an operator pastes it. */
  senderKeyJson: string
  /** Gone when the rehearsal ends. */
  folder: string
  close(): Promise<void>
}

export const MINT_DECIMALS = 9

/** Rent and fees of a hundred thousand recipients with room to spare. */
const SENDER_LAMPORTS = 10_000_000_000_000n
const ISSUER_LAMPORTS = 1_000_000_000_000n
const SUPPLY_BASE_UNITS = 18_000_000_000_000_000_000n

export async function prepareEnvironment(localnetArgs: string[] = []): Promise<RehearsalEnvironment> {
  const folder = await mkdtemp(join(tmpdir(), 'ferry-rehearsal-'))
  const localnet = await startMain('lab/bin/localnet', {
    args: ['--port', '0', ...localnetArgs],
    ready: (line) => /^localnet (\S+)$/.exec(line)?.[1] ?? null,
  })
  const rpcUrl = localnet.answer
  const { signer: sender, keyJson } = await makeSolanaKey()
  const { signer: issuer } = await makeSolanaKey()
  await fundWallet({ rpcUrl, to: sender.address, amountLamports: SENDER_LAMPORTS })
  await fundWallet({ rpcUrl, to: issuer.address, amountLamports: ISSUER_LAMPORTS })
  const { mint } = await createDemoMint({
    rpcUrl,
    payer: issuer,
    decimals: MINT_DECIMALS,
    supplyBaseUnits: SUPPLY_BASE_UNITS,
    to: sender.address,
  })
  return {
    rpcUrl,
    genesisHash: await createSolanaRpc(rpcUrl).getGenesisHash().send(),
    mint,
    mintDecimals: MINT_DECIMALS,
    sender,
    issuer,
    senderKeyJson: keyJson,
    folder,
    async close() {
      await localnet.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A portal server in a process of its own. */
export interface RehearsalServer extends RunningMain {
  url: string
}

/** Starts the real server on the environment's folder; started again there, it goes on where it was. */
export async function startServer(
  environment: Pick<RehearsalEnvironment, 'folder'>,
  settings: { allocationsFile: string; adminPassword: string; port: number; env?: Record<string, string> },
): Promise<RehearsalServer> {
  const server = await startMain('src/bin/serve', {
    env: {
      HOST: '127.0.0.1',
      PORT: String(settings.port),
      DATA_DIR: join(environment.folder, 'data'),
      ALLOCATIONS_FILE: settings.allocationsFile,
      ADMIN_PASSWORD: settings.adminPassword,
      LOG_LEVEL: 'info',
      ...settings.env,
    },
    ready: (line) => /listening at (http:\/\/[^\s"]+)/i.exec(line)?.[1] ?? null,
  })
  return { ...server, url: server.answer }
}
