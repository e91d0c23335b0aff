import { readFile, rm } from 'node:fs/promises'
import { type Address, BaseError } from 'viem'
import { consoleProgress, readOptions } from '#bin/read-options.ts'
import { BUILD } from '#config/build.ts'
import { readEvmAddress } from '#domain/evm-address.ts'
import { buildNativeSnapshot } from './build-native-snapshot.ts'
import { type BuiltSnapshot, buildSnapshot, wholeTokens } from './build-snapshot.ts'
import { connectEvmNode, SnapshotError } from './evm-node.ts'
import { writeSnapshot } from './write-snapshot.ts'

const values = readOptions(
  {
    name: 'npm run snapshot',
    does: "Makes a holder list from an ERC-20's transfers up to a block, or from the balances of a chain's own coin.",
  },
  {
    rpc: { type: 'string', help: 'A node with the states of old blocks' },
    rpc2: { type: 'string', help: 'A second, independent node that has to agree' },
    token: { type: 'string', help: 'The contract of an ERC-20' },
    native: { type: 'boolean', help: "The chain's own coin, in place of a token" },
    addresses: { type: 'string', help: 'With --native: a file of addresses to read, one a line' },
    blocks: {
      type: 'boolean',
      help: 'With --native: reads the addresses that blocks and traces name, whether or not the node lists accounts',
    },
    supply: { type: 'string', help: 'With --native: all coins that there are at the block' },
    block: { type: 'string', help: 'The newest final block unless given' },
    exclude: {
      type: 'string',
      help: 'A file of addresses that are left out, one a line; what follows a # is a comment',
    },
    minimum: { type: 'string', help: 'Smaller balances are left out; in whole tokens', default: '' },
    sample: {
      type: 'string',
      help: "Holders drawn by lot whose balances are proved from the block's state root",
      default: '100',
    },
    out: { type: 'string' },
  },
)

/** Reads the addresses of a file in one spelling. */
async function readAddresses(path: string): Promise<Set<Address>> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new SnapshotError(`${path} can not be read: is the path right?`)
  })
  const lines = text.split('\n').map((line) => line.replace(/#.*/, '').trim())
  return new Set(
    lines
      .filter((line) => line !== '')
      .map((line) => {
        const address = readEvmAddress(line)
        if (address === null) throw new SnapshotError(`"${line}" in ${path} is not an EVM address`)
        return address as Address
      }),
  )
}

async function run(): Promise<void> {
  const token = readEvmAddress(values.token ?? '') as Address | null
  const { rpc, rpc2, out, block, minimum, native, addresses, supply, blocks } = values
  const isOne = native ? values.token === undefined : token !== null
  if (rpc === undefined || out === undefined || !isOne || !/^\d*$/.test(block ?? '')) {
    throw new SnapshotError(
      'Give --rpc <url>, --token <address> or --native, --out <file>, and a whole number as --block, if any',
    )
  }
  if (!native && (addresses ?? supply ?? blocks) !== undefined)
    throw new SnapshotError('--addresses, --blocks and --supply go with --native')
  const progress = consoleProgress()
  const order = {
    node: connectEvmNode(rpc),
    secondNode: rpc2 === undefined ? null : connectEvmNode(rpc2),
    blockNumber: block ? BigInt(block) : null,
    excluded: values.exclude === undefined ? new Set<string>() : await readAddresses(values.exclude),
    minimumUA: minimum || '0',
    sampleSize: Number(values.sample),
    stateFile: `${out}.state`,
  }
  const snapshot = token
    ? await buildSnapshot({
        ...order,
        token,
        onProgress: (doing, at, of) => progress.count(Number(at), Number(of), `blocks read: ${doing}`),
      })
    : await buildNativeSnapshot({
        ...order,
        addresses: addresses === undefined ? null : await readAddresses(addresses),
        isWalked: blocks ?? false,
        supplyUA: supply ?? null,
        onProgress: (doing, done, of) => progress.count(done, of, `read: ${doing}`),
      })
  await tell(out, snapshot)
}

/** Writes the list, and says what is in it and how it was checked. */
async function tell(out: string, snapshot: BuiltSnapshot): Promise<void> {
  const { rows, block, excluded, belowMinimum, contracts = [], checked } = snapshot
  const { listFile, manifestFile, sha256 } = await writeSnapshot(out, snapshot, BUILD.version)
  await rm(`${out}.state`, { force: true })
  const totalWei = rows.reduce((sum, [, balance]) => sum + balance, 0n)
  console.log(
    `${listFile}: ${rows.length} holders, ${wholeTokens(totalWei, snapshot)} tokens, SHA-256 ${sha256}`,
  )
  console.log(`  Block ${block.number}, ${block.hash}`)
  console.log(`  Left out: ${excluded.length} excluded, ${belowMinimum.count} below the minimum`)
  if (contracts.length > 0) {
    const [most] = contracts.toSorted(([, a], [, b]) => (a > b ? -1 : 1))
    console.log(
      `  ${contracts.length} of the holders are contracts, the largest ${most?.[0]}: most sign no claim. Look at "contracts" in ${manifestFile}, and leave out those that can not by --exclude`,
    )
  }
  for (const [name, value] of Object.entries(checked)) console.log(`  ${SAY[name]?.(String(value)) ?? value}`)
  console.log(`  ${manifestFile} has all of this`)
}

/** What a person reads of each check. */
const SAY: Readonly<Record<string, (value: string) => string>> = {
  blockHash: (value) => `Hash of the block: ${value}`,
  totalSupply: (value) => `totalSupply: equal, ${value}`,
  atZeroAddress: (value) => `At the zero address: ${value}`,
  balances: (value) => `balanceOf: equal for ${value}`,
  storageProofs: (value) => `Storage: ${value}`,
  logs: (value) => `Transfers: ${value}`,
  accounts: (value) => `Accounts: ${value}`,
  complete: (value) => `Complete: ${value}`,
  proofs: (value) => `Proofs: ${value}`,
  supply: (value) => `Supply: ${value}`,
  secondNode: (value) => `Second node: ${value}`,
}

try {
  await run()
} catch (error) {
  // Without the details, which name the node's URL: it may hold a key.
  console.error(
    error instanceof BaseError ? error.shortMessage : String(error instanceof Error ? error.message : error),
  )
  process.exitCode = 1
}
