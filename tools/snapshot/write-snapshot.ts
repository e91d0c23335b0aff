import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { type BuiltSnapshot, wholeTokens } from './build-snapshot.ts'

export interface WrittenSnapshot {
  listFile: string
  manifestFile: string
  sha256: string
}

const named = ([address, balance]: readonly [string, bigint]) => ({ address, amountWei: String(balance) })

/** Writes the list as Ferry loads it (address,amountWei, and the token's decimals, which its coin has to have), and beside it a manifest of what it was made from and how it was checked. */
export async function writeSnapshot(
  listFile: string,
  snapshot: BuiltSnapshot,
  toolVersion: string,
): Promise<WrittenSnapshot> {
  const { rows, block, excluded, belowMinimum, checked } = snapshot
  const { decimals } = snapshot
  const list = `address,amountWei,decimals\n${rows.map(([holder, balance]) => `${holder},${balance},${decimals}\n`).join('')}`
  const sha256 = createHash('sha256').update(list).digest('hex')
  const totalWei = rows.reduce((sum, [, balance]) => sum + balance, 0n)
  const manifest = {
    format: 'ferry-snapshot/1',
    tool: `ferry ${toolVersion}`,
    madeAt: new Date().toISOString(),
    chainId: snapshot.chainId,
    token: snapshot.token ?? 'native',
    decimals: snapshot.decimals,
    block: {
      number: String(block.number),
      hash: block.hash,
      stateRoot: block.stateRoot,
      time: new Date(Number(block.timestamp) * 1000).toISOString(),
    },
    list: { sha256, rows: rows.length, totalWei: String(totalWei), total: wholeTokens(totalWei, snapshot) },
    excluded: excluded.map(named),
    ...(snapshot.contracts && { contracts: snapshot.contracts.map(named) }),
    belowMinimum: { count: belowMinimum.count, totalWei: String(belowMinimum.totalWei) },
    checked,
  }
  const manifestFile = `${listFile}.manifest.json`
  await writeFile(listFile, list)
  await writeFile(manifestFile, `${JSON.stringify(manifest, null, 2)}\n`)
  return { listFile, manifestFile, sha256 }
}
