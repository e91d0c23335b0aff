import { formatDecimalUnits, parseAmountUAAsWei } from '#domain/amounts.ts'
import { fromHex, type Keccak, toHex } from './bytes.ts'
import {
  ListOrderError,
  type ListTree,
  ListTreeBuilder,
  listLeaf,
  type OnProgress,
  proofOfRow,
  rootOfList,
} from './list-tree.ts'
import { climb } from './merkle-tree.ts'
import { type BundleManifest, type ListFileContent, readListFile } from './read-list-file.ts'
import {
  type Facts,
  notProved,
  proved,
  ROOT_MISSING,
  readRoot,
  refuted,
  type Verdict,
  VerdictError,
} from './verdict.ts'

interface ListCheck {
  file: Uint8Array<ArrayBuffer>
  /** The published root, as entered; may be empty. */
  root: string
  /** The published total in whole coins; may be empty. */
  totalUA?: string
  coinDecimals: number
  /** Public text that decides which rows are shown, such as the hash of a later block; none are where it is empty. */
  seed?: string
  sampleSize?: number
}

export interface SampledRow {
  index: number
  address: string
  amount: string
}

export interface ListVerdict extends Verdict {
  sample?: readonly SampledRow[]
}

const ROWS_PER_STEP = 2_000

/** Checks a whole list against the published root and total, and proves a sample of its rows. */
export async function checkList(
  keccak: Keccak,
  check: ListCheck,
  onProgress: OnProgress = () => {},
): Promise<ListVerdict> {
  const published = readRoot(check.root)
  const list = await readListFile(check.file, check.coinDecimals, (share) => onProgress(share / 3))
  const tree = await treeOf(keccak, list, (share) => onProgress((1 + 2 * share) / 3))
  const root = rootOfList(tree)
  const coinDecimals = list.manifest?.coinDecimals ?? check.coinDecimals
  const totalWei = list.rows.reduce((sum, { amountWei }) => sum + amountWei, 0n)
  const facts: Facts = [
    ['Rows', String(list.rows.length)],
    ['Total in the smallest unit', String(totalWei)],
    [`Total, with ${coinDecimals} decimals`, formatDecimalUnits(totalWei, coinDecimals)],
    ['Root of this file', root],
    ...(published === null ? [] : ([['Published root', published]] as const)),
    ...(list.manifest ? [statedBy(list.manifest)] : []),
  ]
  const objection = objectionTo(list, root, published, totalWei, check.totalUA, coinDecimals)
  if (objection !== null) return refuted(objection, facts)
  const sample = check.seed?.trim()
    ? provedSample(
        keccak,
        tree,
        list,
        coinDecimals,
        sampleOf(keccak, check.seed.trim(), list.rows.length, check.sampleSize),
      )
    : undefined
  if (published === null) return { ...notProved(ROOT_MISSING, facts), ...(sample && { sample }) }
  return {
    ...proved('This is the published list: row for row it leads to the published root.', facts),
    ...(sample && { sample }),
  }
}

/** The root stands for places, addresses and amounts in the smallest unit alone. */
function statedBy({ tokenName, tokenSymbol, publishedAt }: BundleManifest): readonly [string, string] {
  return ['Stated, and no part of the proof', `${tokenName} (${tokenSymbol}), the decimals, ${publishedAt}`]
}

async function treeOf(keccak: Keccak, { rows }: ListFileContent, onProgress: OnProgress): Promise<ListTree> {
  const builder = new ListTreeBuilder(keccak)
  for (let start = 0; start < rows.length; start += ROWS_PER_STEP) {
    try {
      builder.add(rows.slice(start, start + ROWS_PER_STEP))
    } catch (error) {
      if (!(error instanceof ListOrderError)) throw error
      throw new VerdictError(refuted('One address stands twice in this file: it is not a published list.'))
    }
    // A leaf takes two hashes, a node of the tree one.
    await onProgress((2 * start) / rows.length / 3)
  }
  return builder.finishSlowly((share) => onProgress((2 + share) / 3))
}

function objectionTo(
  { rows, manifest }: ListFileContent,
  root: string,
  published: string | null,
  totalWei: bigint,
  totalUA: string | undefined,
  coinDecimals: number,
): string | null {
  if (published !== null && root !== published) {
    return 'This is not the published list: its rows lead to another root. A row is missing, was added or was changed, or it is another version.'
  }
  if (manifest && manifest.root !== root) {
    return 'The bundle contradicts itself: its rows do not lead to the root that it names.'
  }
  if (manifest && (manifest.rows !== rows.length || manifest.totalWei !== String(totalWei))) {
    return 'The bundle contradicts itself: its rows are not as many, or do not add up to as much, as it says.'
  }
  if (totalUA?.trim() && readTotal(totalUA.trim(), coinDecimals) !== totalWei) {
    return 'The rows do not add up to the total that you entered.'
  }
  return null
}

function readTotal(text: string, coinDecimals: number): bigint {
  try {
    return parseAmountUAAsWei(text, coinDecimals)
  } catch {
    throw new VerdictError(
      notProved('The total takes digits and at most one point, without separators. Check what you entered.'),
    )
  }
}

function provedSample(
  keccak: Keccak,
  tree: ListTree,
  { rows }: ListFileContent,
  coinDecimals: number,
  indexes: readonly number[],
): SampledRow[] {
  const root = rootOfList(tree)
  return indexes.map((index) => {
    const row = rows[index] as ListFileContent['rows'][number]
    const siblings = proofOfRow(keccak, tree, row)?.proof.map(fromHex)
    if (!siblings || toHex(climb(keccak, listLeaf(keccak, index, row), siblings)) !== root) {
      throw new Error(`Row ${index} has no proof in the tree of its own list`)
    }
    return { index, address: row.address, amount: formatDecimalUnits(row.amountWei, coinDecimals) }
  })
}

const DEFAULT_SIZE = 20

/**
 * Draws rows from a list by a public seed: the n-th number drawn is keccak("<seed>:<n>") modulo the number of rows, for n from 0; one that
 * was drawn before is left out. Whoever knows the seed draws the same rows.
 */
export function sampleOf(keccak: Keccak, seed: string, rowCount: number, size = DEFAULT_SIZE): number[] {
  const drawn = new Set<number>()
  const wanted = Math.min(size, rowCount)
  for (let n = 0; drawn.size < wanted; n++) {
    const hash = keccak(new TextEncoder().encode(`${seed}:${n}`))
    const number = hash.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n)
    drawn.add(Number(number % BigInt(rowCount)))
  }
  return [...drawn]
}
