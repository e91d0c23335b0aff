import { readFile, rm } from 'node:fs/promises'
import { type Address, BaseError } from 'viem'
import { consoleProgress } from '#bin/progress.ts'
import { readOptions } from '#bin/read-options.ts'
import { BUILD } from '#config/build.ts'
import { readEvmAddress } from '#domain/evm-address.ts'
import { buildSnapshot, wholeTokens } from './build-snapshot.ts'
import { connectEvmNode } from './evm-node.ts'
import { SnapshotError } from './snapshot-error.ts'
import { writeSnapshot } from './write-snapshot.ts'

const values = readOptions(
  { name: 'npm run snapshot', does: "Makes a holder list from an ERC-20's transfers up to a block." },
  {
    rpc: { type: 'string', help: 'A node with the states of old blocks' },
    rpc2: { type: 'string', help: 'A second, independent node that has to agree' },
    token: { type: 'string' },
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
async function readExcluded(path: string | undefined): Promise<Set<string>> {
  const text =
    path === undefined
      ? ''
      : await readFile(path, 'utf8').catch(() => {
          throw new SnapshotError(`${path} can not be read: is the path right?`)
        })
  const lines = text.split('\n')
  const addresses = lines.map((line) => line.replace(/#.*/, '').trim()).filter((line) => line !== '')
  return new Set(
    addresses.map((text) => {
      const address = readEvmAddress(text)
      if (address === null) throw new SnapshotError(`"${text}" in ${path} is not an EVM address`)
      return address
    }),
  )
}

async function run(): Promise<void> {
  const token = readEvmAddress(values.token ?? '') as Address | null
  const { rpc, rpc2, out, block, minimum } = values
  if (rpc === undefined || token === null || out === undefined || !/^\d*$/.test(block ?? '')) {
    throw new SnapshotError(
      'Give --rpc <url>, --token <address>, --out <file>, and a whole number as --block, if any',
    )
  }
  const progress = consoleProgress()
  const snapshot = await buildSnapshot({
    node: connectEvmNode(rpc),
    secondNode: rpc2 === undefined ? null : connectEvmNode(rpc2),
    token,
    blockNumber: block ? BigInt(block) : null,
    excluded: await readExcluded(values.exclude),
    minimumUA: minimum || '0',
    sampleSize: Number(values.sample),
    stateFile: `${out}.state`,
    onProgress: (doing, at, of) => progress.count(Number(at), Number(of), `blocks read: ${doing}`),
  })
  const { listFile, manifestFile, sha256 } = await writeSnapshot(out, snapshot, BUILD.version)
  await rm(`${out}.state`, { force: true })
  const totalWei = snapshot.rows.reduce((sum, [, balance]) => sum + balance, 0n)
  console.log(
    `${listFile}: ${snapshot.rows.length} holders, ${wholeTokens(totalWei, snapshot)} tokens, SHA-256 ${sha256}`,
  )
  console.log(`  Block ${snapshot.block.number}, ${snapshot.block.hash}: ${snapshot.checked.blockHash}`)
  console.log(
    `  Left out: ${snapshot.excluded.length} excluded, ${snapshot.belowMinimum.count} below the minimum`,
  )
  console.log(`  totalSupply: equal. balanceOf: equal for ${snapshot.checked.balances}`)
  console.log(`  Storage: ${snapshot.checked.storageProofs}`)
  console.log(`  Second node: ${snapshot.checked.secondNode}`)
  console.log(`  ${manifestFile} has all of this`)
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
