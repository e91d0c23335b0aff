import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Address } from '@solana/kit'
import { parseDecimalUnits } from '#domain/amounts.ts'
import { MINT_DECIMALS, prepareEnvironment } from '#lab/environment/environment.ts'
import { makeThrowawayHolder, type ThrowawayHolder } from '#lab/environment/throwaway-holder.ts'
import { type LocalnetOptions, startLocalnet } from '#lab/localnet/start-localnet.ts'

/** Amounts as holder lists have them: many alike, many with a fraction, a few large. */
const AMOUNTS = ['400', '5988.626491', '0.75', '12500', '88.000000000123456789', '1024.5', '3', '250000.01']

function sampleAmount(index: number): string {
  return AMOUNTS[index % AMOUNTS.length] ?? '1'
}

const SUPPLY_TOKENS = '10000000'

/** Made-up holders besides the accounts of the demo's wallet. */
const OTHER_HOLDERS = 200

/** An account of the demo's browser wallet. Its key was made a moment ago and is worth nothing. */
export interface DemoAccount {
  label: string
  address: string
  privateKey: string
}

/** Everything that a demo needs. It is deleted on close. */
export interface DemoEnvironment {
  rpcUrl: string
  mint: Address
  walletAddress: Address
  /** The sending wallet's key as an operator would paste it. */
  walletKeyJson: string
  /** The sample snapshot, as a CSV file. */
  allocationsFile: string
  /** For the server's own files. */
  dataDir: string
  accounts: DemoAccount[]
  /** Holders who have not claimed yet and are not in the demo's wallet. */
  otherHolders: ThrowawayHolder[]
  close(): Promise<void>
}

const WALLET_LABELS = ['Ada, a holder', 'Ben, a holder', 'Cleo, a holder']

/**
 * Prepares the environment. By default its localnet has the port that Solana's own tools expect, where it is
 * free.
 */
export async function prepareDemoEnvironment(
  localnetOptions: LocalnetOptions = {},
): Promise<DemoEnvironment> {
  const localnet = await startLocalnet({ port: 8899, ...localnetOptions }).catch(() =>
    startLocalnet({ ...localnetOptions, port: 0 }),
  )
  const { rpcUrl, mint, wallet, walletKeyJson, folder, close } = await prepareEnvironment(localnet, {
    supplyBaseUnits: parseDecimalUnits(SUPPLY_TOKENS, MINT_DECIMALS),
  })

  const inWallet = await Promise.all(WALLET_LABELS.map(() => makeThrowawayHolder()))
  const otherHolders = await Promise.all(Array.from({ length: OTHER_HOLDERS }, makeThrowawayHolder))
  const stranger = await makeThrowawayHolder()
  const allocationsFile = join(folder, 'holders.csv')
  await writeFile(allocationsFile, holderList([...inWallet, ...otherHolders]))

  const accounts = inWallet.map((holder, index) => accountOf(holder, WALLET_LABELS[index] ?? ''))
  return {
    rpcUrl,
    mint,
    walletAddress: wallet.address,
    walletKeyJson,
    allocationsFile,
    dataDir: join(folder, 'data'),
    accounts: [...accounts, accountOf(stranger, 'Dan, who holds nothing')],
    otherHolders,
    close,
  }
}

function holderList(holders: readonly ThrowawayHolder[]): string {
  return [
    'address,amountUA',
    ...holders.map(({ address }, index) => `${address},${sampleAmount(index)}`),
  ].join('\n')
}

function accountOf({ address, privateKey }: ThrowawayHolder, label: string): DemoAccount {
  return { label, address, privateKey: `0x${Buffer.from(privateKey).toString('hex')}` }
}
