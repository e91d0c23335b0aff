import { setImmediate } from 'node:timers/promises'
import type { AppContext } from '#app/app-context.ts'
import { parseWei, type Wei } from '#domain/amounts.ts'
import { BEFORE_EVM_ADDRESSES, type EvmAddress } from '#domain/evm-address.ts'
import { PortalError } from '#domain/portal-error.ts'
import type { Snapshot } from '#domain/snapshot.ts'
import type { ContractSurvey } from '#evm/contract-survey.ts'
import { loadKeccak } from '#proofs/bytes.ts'
import { growListTree } from '#proofs/grow-list-tree.ts'
import type { ListRecords } from '#proofs/list-records.ts'
import { type ListRow, type ListTree, proofOfRow, type RowProof } from '#proofs/list-tree.ts'
import { pagesOf } from '#store/database/queries.ts'

/** The Merkle trees over versions of the holder list. */
export interface ListTrees {
  /** Returns the root of a version that is about to be published. Throws holder_list_changed where the store has other rows. */
  rootOf(staged: StagedRows): Promise<string>
  /**
   * Proves a row of the version in force; null where that does not have it. The first proof of a version builds its tree, which then
   * stays in memory. Throws holder_list_changed.
   */
  prove(version: Snapshot, row: ListRow): Promise<RowProof | null>
}

const TRY_AGAIN_MS = 5_000

/** Keeps the tree of the newest version that was built: 84 MB for a million rows, outside of the heap. */
export function createListTrees(reader: ListReader): ListTrees {
  let kept: { nonce: string; tree: Promise<ListTree> } | null = null

  function build(version: ListVersion): Promise<ListTree> {
    return growListTree(readListRows(reader, version), version.addressCount)
  }

  /** Requests for the same version share one building, also one that failed, for a while: it reads the whole list. */
  function treeOf(version: Snapshot): Promise<ListTree> {
    if (kept?.nonce === version.nonce) return kept.tree
    const made = { nonce: version.nonce, tree: build(version) }
    made.tree.catch(() => {
      setTimeout(() => {
        if (kept === made) kept = null
      }, TRY_AGAIN_MS).unref()
    })
    kept = made
    return made.tree
  }

  return {
    async rootOf(staged) {
      await assertRowsUnchanged(reader, staged)
      return await staged.root()
    },
    async prove(version, row) {
      return proofOfRow(await loadKeccak(), await treeOf(version), row)
    },
  }
}

/** So many rows are read at a time, or written in one commit: requests are answered in between. */
const PAGE = 1_000

/** The rows of a version that was staged. */
export interface StagedRows {
  snapshotId: number
  nonce: string
  /** As they were read from the file. */
  records: ListRecords
  /** What was written, page by page. */
  pages: readonly StagedPage[]
  /** Computes the root of the records. */
  root(): Promise<string>
}

interface StagedPage {
  /** The last address of the page; null for the last page, which has all that come after. */
  last: EvmAddress | null
  /** Its rows with an amount. */
  payableCount: number
  /** Of its rows, as the store makes it. */
  digest: string
}

/** Writes a version's rows under their seals, in the order of the key that they are kept by, and has the survey look at their addresses. Throws SnapshotGoneError. */
export async function stageRows(
  { store, allocationSeals }: Pick<AppContext, 'store' | 'allocationSeals'>,
  { snapshotId, nonce, records }: Pick<StagedRows, 'snapshotId' | 'nonce' | 'records'>,
  survey: ContractSurvey | null,
): Promise<StagedPage[]> {
  const pages: StagedPage[] = []
  for (const holders of records.pages(PAGE)) {
    const rows = holders.map(({ address, amountWei }) => {
      const digits = amountWei.toString()
      return { address, amountWei: digits, seal: allocationSeals.make(nonce, address, digits) }
    })
    const digest = await store.snapshots.addRows(snapshotId, rows)
    const payable = holders.filter(({ amountWei }) => amountWei > 0n)
    survey?.add(payable.map(({ address }) => address))
    pages.push({ last: rows.at(-1)?.address ?? null, payableCount: payable.length, digest })
    await setImmediate()
  }
  const end = pages.at(-1)
  if (end) end.last = null
  return pages
}

/** Throws holder_list_changed where the staged rows are not those that were written, and no others. */
async function assertRowsUnchanged(
  {
    store,
    onListChanged,
  }: Pick<AppContext, 'onListChanged'> & { store: Pick<AppContext['store'], 'listRows'> },
  { snapshotId, pages }: Pick<StagedRows, 'snapshotId' | 'pages'>,
): Promise<void> {
  let after = BEFORE_EVM_ADDRESSES
  for (const { last, digest } of pages) {
    if ((await store.listRows.digest(snapshotId, after, last)) !== digest) {
      onListChanged(
        `Version ${snapshotId} of the holder list does not have the rows that it was uploaded with`,
      )
      throw new PortalError('holder_list_changed')
    }
    after = last ?? after
    await setImmediate()
  }
}

export type ListReader = Pick<AppContext, 'allocationSeals' | 'onListChanged'> & {
  store: Pick<AppContext['store'], 'listRows'>
}

/** A version of the list that is staged or published. */
export type ListVersion = Pick<Snapshot, 'id' | 'nonce' | 'addressCount' | 'totalWei'>

/**
 * Reads all rows of a version in ascending order of their addresses, and lets requests be answered between pages. Throws
 * holder_list_changed where a row is not as it came in, or the rows are not those that the version counts.
 */
export async function* readListRows(
  { store, allocationSeals, onListChanged }: ListReader,
  { id, nonce, addressCount, totalWei }: ListVersion,
): AsyncGenerator<{ address: EvmAddress; amountWei: Wei }[], void, void> {
  let rowCount = 0
  let sumWei = 0n
  const refuse = (why: string) => {
    onListChanged(why)
    return new PortalError('holder_list_changed')
  }
  const pages = pagesOf(
    BEFORE_EVM_ADDRESSES,
    (after) => store.listRows.page(id, after, PAGE),
    ({ address }) => address,
  )
  for await (const page of pages) {
    const rows = page.map(({ address, storedWei, seal }) => {
      if (!allocationSeals.fits(nonce, address, storedWei, seal)) {
        throw refuse(`The allocation of ${address} is not as it was uploaded`)
      }
      const amountWei = parseWei(String(storedWei))
      sumWei += amountWei
      return { address, amountWei }
    })
    rowCount += rows.length
    yield rows
    await setImmediate()
  }
  if (rowCount !== addressCount || sumWei !== totalWei) {
    throw refuse(`Version ${id} of the holder list does not have the rows that it was uploaded with`)
  }
}
