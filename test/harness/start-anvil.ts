import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import {
  type Address,
  createTestClient,
  defineChain,
  type Hex,
  http,
  publicActions,
  walletActions,
} from 'viem'

/** The first account that every anvil starts with, unlocked and funded. */
const DEPLOYER = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'

export type AnvilClient = ReturnType<typeof connectAnvil>

/** A real EVM node of the tests' own, from an npm package. It mines each transaction at once. */
export interface Anvil {
  chainId: number
  url: string
  client: AnvilClient
  /**
   * Deploys a contract and returns its address. The same deployments in the same order have the same
   * addresses on every anvil.
   */
  deploy(bytecode: Hex): Promise<Address>
  send(to: Address, data: Hex): Promise<void>
  stop(): Promise<void>
}

export async function startAnvil(chainId: number): Promise<Anvil> {
  const binary = createRequire(import.meta.url).resolve('@foundry-rs/anvil/bin.mjs')
  const child = spawn(process.execPath, [binary, '--port', '0', '--chain-id', String(chainId)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = `http://${await readAddress(child)}`
  const client = connectAnvil(chainId, url)

  async function transact(to: Address | null, data: Hex) {
    const hash = await client.sendTransaction({ account: DEPLOYER, to, data })
    const receipt = await client.waitForTransactionReceipt({ hash })
    if (receipt.status !== 'success') throw new Error('The transaction reverted')
    return receipt
  }

  return {
    chainId,
    url,
    client,
    async deploy(bytecode) {
      const { contractAddress } = await transact(null, bytecode)
      if (!contractAddress) throw new Error('Nothing was deployed')
      return contractAddress
    },
    async send(to, data) {
      await transact(to, data)
    },
    async stop() {
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  }
}

function connectAnvil(id: number, url: string) {
  const chain = defineChain({
    id,
    name: `chain ${id}`,
    nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  })
  return createTestClient({ mode: 'anvil', chain, transport: http(), pollingInterval: 10 })
    .extend(publicActions)
    .extend(walletActions)
}

async function readAddress(child: ChildProcessByStdio<null, Readable, null>): Promise<string> {
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /^Listening on (\S+)$/.exec(line)?.[1]
    if (address) {
      child.stdout.resume()
      return address
    }
  }
  throw new Error('anvil ended before it listened')
}
