import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { AppContext } from '#app/app-context.ts'
import { toEpochSecondsOrNull } from '#app/reply-values.ts'
import type { AccountReport } from '#domain/account-report.ts'
import { formatDecimalUnits, NO_WEI } from '#domain/amounts.ts'
import { readEvmAddress } from '#domain/evm-address.ts'
import { PortalError } from '#domain/portal-error.ts'
import type { Snapshot } from '#domain/snapshot.ts'
import { writeZip, type ZipPart } from '#lists/write-zip.ts'
import { LEAF_TYPES } from '#proofs/list-tree.ts'
import { BUNDLE_FORMAT, type BundleManifest, LIST_COLUMNS } from '#proofs/read-list-file.ts'
import { activeAllocation, assertListUnchanged } from './active-allocation.ts'
import { readListRows } from './list-trees.ts'

/**
 * Finds an address's allocation in the holder list: "0" when it is not in it. Throws invalid_eth_address or
 * holder_list_changed.
 */
export async function findAllocation(app: AppContext, eth: string) {
  const address = readEvmAddress(eth)
  if (address === null) throw new PortalError('invalid_eth_address')
  const allocation = await activeAllocation(app, address)
  const amountWei = allocation?.amountWei ?? NO_WEI
  return {
    eth,
    amountUA: formatDecimalUnits(amountWei, app.settings.coinDecimals),
    amountWei: amountWei.toString(),
    fileHash: allocation?.snapshot.fileHash ?? null,
    updatedAt: toEpochSecondsOrNull(allocation?.snapshot.publishedAtMs),
  }
}

/**
 * Proves an address's row of the holder list in force: with its index and siblings it leads to the published root. Throws
 * invalid_eth_address, not_in_list or holder_list_changed.
 */
export async function proveAllocation(app: AppContext, eth: string) {
  const address = readEvmAddress(eth)
  if (address === null) throw new PortalError('invalid_eth_address')
  const allocation = await activeAllocation(app, address)
  if (!allocation?.isListed) throw new PortalError('not_in_list')
  const { snapshot, amountWei } = allocation
  const { root, fileHash } = snapshot
  if (root === null || fileHash === null) throw new PortalError('not_in_list')
  const proved = await app.listTrees.prove(snapshot, { address, amountWei })
  if (!proved) throw new PortalError('not_in_list')
  const { index, proof } = proved
  return { index, address, amountWei: amountWei.toString(), root, fileHash, proof }
}

/**
 * Describes an EVM account as the nodes of its chains show it; one that is on no list in force is `unknown`, and no node is asked: anybody
 * can make up addresses. Throws invalid_eth_address.
 */
export async function describeAccount(
  { accountLookup, store }: AppContext,
  eth: string,
  client: string | null,
): Promise<AccountReport> {
  const address = readEvmAddress(eth)
  if (address === null) throw new PortalError('invalid_eth_address')
  const found = await store.snapshots.findAllocation(address)
  if (!found?.row) return { kind: 'unknown', contracts: [] }
  return accountLookup.find(address, client)
}

/**
 * Streams the holder list in force for anybody to check: list.csv, root.txt and manifest.json in a zip. The manifest comes last, since
 * it has the hash of list.csv. Throws bundle_not_published, holder_list_changed.
 */
export async function bundleList(app: AppContext): Promise<Readable> {
  const snapshot = app.settings.publishBundle ? await app.store.snapshots.current() : undefined
  if (!snapshot) throw new PortalError('bundle_not_published')
  assertListUnchanged(app, snapshot)

  return writeZip(partsOf(app, snapshot))
}

function* partsOf(app: AppContext, snapshot: Snapshot): Generator<ZipPart> {
  const listHash = createHash('sha256')
  yield { path: 'root.txt', content: [Buffer.from(`${snapshot.root}\n`)] }
  yield { path: 'list.csv', content: csvOf(app, snapshot, listHash) }
  // Made when the list was written: it has the hash of it.
  const manifest = manifestOf(app, snapshot, listHash.digest('hex'))
  yield { path: 'manifest.json', content: [Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)] }
}

async function* csvOf(app: AppContext, snapshot: Snapshot, hash: ReturnType<typeof createHash>) {
  const header = Buffer.from(`${LIST_COLUMNS.join(',')}\n`)
  hash.update(header)
  yield header
  let index = 0
  for await (const rows of readListRows(app, snapshot)) {
    const lines = Buffer.from(
      rows.map(({ address, amountWei }) => `${index++},${address},${amountWei}\n`).join(''),
    )
    hash.update(lines)
    yield lines
  }
}

function manifestOf(
  { settings, receiptKeys }: AppContext,
  snapshot: Snapshot,
  listSha256: string,
): BundleManifest {
  return {
    format: BUNDLE_FORMAT,
    tokenName: settings.tokenName,
    tokenSymbol: settings.tokenSymbol,
    coinDecimals: settings.coinDecimals,
    root: snapshot.root ?? '',
    rows: snapshot.addressCount,
    totalWei: snapshot.totalWei.toString(),
    fileHash: snapshot.fileHash ?? '',
    publishedAt: new Date(snapshot.publishedAtMs ?? 0).toISOString(),
    leaf: LEAF_TYPES.join(','),
    order: 'address ascending, index from 0',
    listSha256,
    receiptKeys,
  }
}
