import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import {
  type Address,
  createTestClient,
  defineChain,
  type Hex,
  http,
  publicActions,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
  walletActions,
} from 'viem'

/** The first account that every anvil starts with, unlocked and funded. */
const DEPLOYER = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'

const RECEIPT_LIMIT_MS = 60_000

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
  /** Returns the number of the block that has the transaction. */
  send(to: Address, data: Hex): Promise<bigint>
  /** Waits until a transaction that was sent is mined. Throws when it reverted. */
  mined(hash: Hex): Promise<TransactionReceipt>
  stop(): Promise<void>
}

export async function startAnvil(chainId: number): Promise<Anvil> {
  const binary = createRequire(import.meta.url).resolve('@foundry-rs/anvil/bin.mjs')
  const child = spawn(process.execPath, [binary, '--port', '0', '--chain-id', String(chainId)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = `http://${await readAddress(child)}`
  const client = connectAnvil(chainId, url)

  // viem's wait asks once a block. A node that mines for a transaction alone has no next block for whoever
  // asked between a block and its receipts.
  async function mined(hash: Hex): Promise<TransactionReceipt> {
    for (const deadline = Date.now() + RECEIPT_LIMIT_MS; Date.now() < deadline; await setTimeout(10)) {
      const receipt = await client.getTransactionReceipt({ hash }).catch(nullWhereNotFound)
      if (receipt?.status === 'success') return receipt
      if (receipt) throw new Error('The transaction reverted')
    }
    throw new Error(`The transaction ${hash} was not mined within ${RECEIPT_LIMIT_MS} ms`)
  }

  async function transact(to: Address | null, data: Hex): Promise<TransactionReceipt> {
    return mined(await client.sendTransaction({ account: DEPLOYER, to, data }))
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
    mined,
    async send(to, data) {
      return (await transact(to, data)).blockNumber
    },
    async stop() {
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  }
}

function nullWhereNotFound(error: unknown): null {
  if (error instanceof TransactionReceiptNotFoundError) return null
  throw error
}

function connectAnvil(id: number, url: string) {
  const chain = defineChain({
    id,
    name: `chain ${id}`,
    nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  })
  // Without a cache: the number of a block that is remembered may be that before the last transaction's.
  return createTestClient({ mode: 'anvil', chain, transport: http(), pollingInterval: 10, cacheTime: 0 })
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
