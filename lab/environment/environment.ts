import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Address, createSolanaRpc, type KeyPairSigner } from '@solana/kit'
import { createDemoMint, type DemoMintOptions } from '#lab/localnet/create-demo-mint.ts'
import { fundWallet } from '#lab/localnet/send-instructions.ts'
import type { Localnet } from '#lab/localnet/start-localnet.ts'
import { makeSolanaKey } from './solana-key.ts'

/** The decimals of every mint that is issued here. */
export const MINT_DECIMALS = 9

/** A mint, and a wallet with SOL that holds the whole supply. */
export interface FundedWallet {
  mint: Address
  wallet: KeyPairSigner
  /** The wallet's key as an operator pastes it. */
  walletKeyJson: string
  /** The token account of the wallet. */
  walletTokenAccount: Address
  /** The mint's authority. It is the wallet itself unless it was given SOL of its own. */
  issuer: KeyPairSigner
}

export interface FundedWalletOptions extends Pick<DemoMintOptions, 'tokenProgram' | 'freezable'> {
  /** The wallet's SOL: 50 unless given. With 0 an issuer has to pay for the mint. */
  lamports?: bigint
  /** 1,000,000 tokens unless given. */
  supplyBaseUnits?: bigint
  /**
   * SOL for an issuer apart from the wallet, which pays for the mint and for everything outside of payouts.
   */
  issuerLamports?: bigint
}

/** A localnet with a mint and a funded wallet on it, and a folder for files. */
export interface Environment extends FundedWallet {
  rpcUrl: string
  genesisHash: string
  /** Deleted on close. */
  folder: string
  close(): Promise<void>
}

const WALLET_LAMPORTS = 50_000_000_000n
const SUPPLY_BASE_UNITS = 10n ** 15n

/** Issues a mint to a new wallet, over RPC, and returns when that is confirmed. */
export async function prepareFundedWallet(
  rpcUrl: string,
  {
    lamports = WALLET_LAMPORTS,
    supplyBaseUnits = SUPPLY_BASE_UNITS,
    issuerLamports,
    ...mintOptions
  }: FundedWalletOptions = {},
): Promise<FundedWallet> {
  const { signer: wallet, keyJson: walletKeyJson } = await makeSolanaKey()
  if (lamports > 0n) await fundWallet({ rpcUrl, to: wallet.address, amountLamports: lamports })
  const issuer = issuerLamports === undefined ? wallet : await makeIssuer(rpcUrl, issuerLamports)
  const { mint, tokenAccount } = await createDemoMint({
    rpcUrl,
    payer: issuer,
    decimals: MINT_DECIMALS,
    supplyBaseUnits,
    to: wallet.address,
    ...mintOptions,
  })
  return { mint, wallet, walletKeyJson, walletTokenAccount: tokenAccount, issuer }
}

/**
 * Prepares an environment on a started localnet, in this process or in another one. The environment closes
 * it.
 */
export async function prepareEnvironment(
  localnet: Pick<Localnet, 'url' | 'close'>,
  options: FundedWalletOptions = {},
): Promise<Environment> {
  await using parts = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'ferry-environment-'))
  parts.defer(() => rm(folder, { recursive: true, force: true }))
  parts.defer(() => localnet.close())
  const rpcUrl = localnet.url
  const genesisHash = await createSolanaRpc(rpcUrl).getGenesisHash().send()
  const fundedWallet = await prepareFundedWallet(rpcUrl, options)
  const prepared = parts.move()
  return { ...fundedWallet, rpcUrl, genesisHash, folder, close: () => prepared.disposeAsync() }
}

async function makeIssuer(rpcUrl: string, amountLamports: bigint): Promise<KeyPairSigner> {
  const { signer } = await makeSolanaKey()
  await fundWallet({ rpcUrl, to: signer.address, amountLamports })
  return signer
}
