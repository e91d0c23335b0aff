import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Wei } from '#domain/amounts.ts'
import type { EvmAddress } from '#domain/evm-address.ts'
import { describeEachStore } from '../../../test/harness/each-store.ts'
import { sampleClaim } from '../../../test/harness/sample-rows.ts'
import { openBeside } from '../../../test/harness/store-bed.ts'
import { SnapshotGoneError } from './snapshots.ts'

const alice = '0x00000000000000000000000000000000000000aa' as EvmAddress
const bob = '0x00000000000000000000000000000000000000bb' as EvmAddress
const row = (address: EvmAddress) => ({ address, amountWei: 5n as Wei, seal: 'x' })
const facts = (addressCount: number) => ({
  fileHash: 'hash',
  root: 'root',
  addressCount,
  totalWei: 5n as Wei,
  nowMs: 2,
  seal: 'list',
})

describeEachStore('holder lists of several servers', (context) => {
  const snapshots = () => context.store.snapshots

  const stage = async (...addresses: EvmAddress[]) => {
    const id = await snapshots().stage('holders.csv', 'nonce', 1)
    await snapshots().addRows(id, addresses.map(row))
    return id
  }

  async function alter(statement: string): Promise<void> {
    await using beside = await openBeside(context)
    await sql.raw(statement).execute(beside.db)
  }

  async function rowsOf(id: number): Promise<number> {
    await using beside = await openBeside(context)
    const found = beside.db.selectFrom('allocation').where('snapshotId', '=', id).selectAll()
    return (await found.execute()).length
  }

  test('an import with a recent heartbeat is not discarded by another start, and a stale one is, with its rows', async () => {
    const first = await stage(alice)
    await snapshots().publish(first, facts(1))
    const recent = await stage(alice, bob)
    const stale = await stage(bob)
    await alter(`update snapshot set heartbeat_at_ms = heartbeat_at_ms - 120000 where id = ${stale}`)
    await snapshots().discardUnfinished()
    expect(await rowsOf(stale)).toBe(0)
    await expect(snapshots().publish(stale, facts(1))).rejects.toThrow(SnapshotGoneError)
    await expect(snapshots().addRows(stale, [row(alice)])).rejects.toThrow(SnapshotGoneError)
    expect(await snapshots().publish(recent, facts(2))).toBe('published')
    expect((await snapshots().findAllocation(bob))?.row).toEqual({ storedWei: '5', seal: 'x' })
  })

  test('what a deletion that was cut off has left goes with the next import, and nothing else', async () => {
    const left = await stage(alice, bob)
    const published = await stage(alice)
    await snapshots().publish(published, facts(1))
    const staged = await stage(bob)
    await alter(`delete from snapshot where id = ${left}`)
    await snapshots().discardUnfinished()
    expect([await rowsOf(left), await rowsOf(published), await rowsOf(staged)]).toEqual([0, 1, 1])
  })

  test('a list of several slices is deleted whole', async () => {
    const addresses = Array.from({ length: 10_001 }, (_, index) => {
      return `0x${index.toString(16).padStart(40, '0')}` as EvmAddress
    })
    const id = await stage(...addresses)
    const other = await stage(alice)
    await snapshots().discard(id)
    expect([await rowsOf(id), await rowsOf(other)]).toEqual([0, 1])
  })

  test('one that is heard of again in the meantime stays', async () => {
    const id = await stage(alice)
    await alter(`update snapshot set heartbeat_at_ms = heartbeat_at_ms - 120000 where id = ${id}`)
    await snapshots().beat(id)
    await snapshots().discardUnfinished()
    expect(await snapshots().publish(id, facts(1))).toBe('published')
  })

  test('what is published is not discarded, nor any row of it', async () => {
    const id = await stage(alice)
    await snapshots().publish(id, facts(1))
    await snapshots().discard(id)
    expect(await rowsOf(id)).toBe(1)
    expect(await snapshots().current()).toMatchObject({ id })
  })

  test('a list that lacks a row is not published, and the one before stays in force', async () => {
    const before = await stage(alice)
    await snapshots().publish(before, facts(1))
    const id = await stage(alice)
    await expect(snapshots().publish(id, facts(2))).rejects.toThrow(/holds 1 rows instead of 2/)
    expect(await snapshots().current()).toMatchObject({ id: before })
  })

  test('of two lists at once that replace the same one, or none, one is published', async () => {
    for (const addresses of [
      [alice, bob],
      [bob, alice],
    ]) {
      const replaces = (await snapshots().current())?.id ?? null
      const ids = await Promise.all(addresses.map((address) => stage(address)))
      const outcomes = await Promise.all(
        ids.map((id) => snapshots().publish(id, { ...facts(1), replaces, replacedSeal: 'replaced' })),
      )
      expect(outcomes.toSorted()).toEqual(['published', 'replaced_meanwhile'])
      expect(await snapshots().current()).toMatchObject({ id: ids[outcomes.indexOf('published')] })
    }
    expect(await context.store.listVersions.list(9)).toMatchObject([
      { state: 'published', seal: 'list' },
      { state: 'superseded', seal: 'replaced' },
    ])
  })

  test('a kept file that is dropped is not published, and one that is published is not dropped', async () => {
    for (let time = 0; time < 4; time++) {
      const uploadId = `upload-${time}`
      const asked = { fileName: 'f', fileHash: '', baseSnapshotId: null, restoredId: null, asked: '[]' }
      await context.store.listUploads.begin({ id: uploadId, ...asked }, 1)
      const bytes = context.store.listUploads.keep(uploadId, [Buffer.from('x')] as never)
      for await (const _ of bytes);
      const before = (await snapshots().current())?.id
      const id = await stage(alice)
      const publish = () => snapshots().publish(id, { ...facts(1), uploadId })
      const drop = () => context.store.listUploads.remove(uploadId)
      const [outcome, isDropped] =
        time % 2 === 0
          ? await Promise.all([publish(), drop()])
          : (await Promise.all([drop(), publish()])).toReversed()
      expect([outcome, isDropped]).toEqual(isDropped ? ['upload_dropped', true] : ['published', false])
      expect((await snapshots().current())?.id).toBe(isDropped ? before : id)
      expect(await publish().catch((error: Error) => error.name)).toBe(
        isDropped ? 'upload_dropped' : 'SnapshotGoneError',
      )
      for await (const _ of context.store.listUploads.bytes(uploadId)) expect.unreachable()
      await snapshots().discard(id)
    }
  })

  test('bytes of a kept file that a crash has left are removed, and those of others stay', async () => {
    const asked = { fileName: 'f', fileHash: '', baseSnapshotId: null, restoredId: null, asked: '[]' }
    const { listUploads } = context.store
    const keep = async (id: string) => {
      for await (const _ of listUploads.keep(id, [Buffer.alloc(5_000_000, 7)] as never));
    }
    const keptBytes = async (id: string) => {
      let count = 0
      for await (const chunk of listUploads.bytes(id)) count += chunk.length
      return count
    }
    await listUploads.begin({ id: 'kept', ...asked }, 5)
    for (const id of ['kept', 'lost']) await keep(id)
    await listUploads.prune(5)
    expect([await keptBytes('kept'), await keptBytes('lost')]).toEqual([5_000_000, 0])
    await listUploads.prune(6)
    expect([await keptBytes('kept'), await listUploads.find('kept')]).toEqual([0, undefined])
  })

  test('a list that gives less than was claimed is not published, and which claims those are is found', async () => {
    const claims = (['10', '9', '300', '5'] as const).map((wei, index) => {
      const evmAddress = `0x${String(index + 1).repeat(40)}` as EvmAddress
      return sampleClaim({ evmAddress, amountWei: BigInt(wei) as Wei })
    })
    await context.store.claims.insertMany(claims)
    const given = ['9', '10', null, '5']
    const id = await snapshots().stage('holders.csv', 'nonce', 1)
    const rows = claims.flatMap(({ evmAddress: address }, index) => {
      const wei = given[index]
      return wei ? [{ address, amountWei: BigInt(wei) as Wei, seal: 'x' }] : []
    })
    await snapshots().addRows(id, rows)
    expect(await snapshots().publish(id, { ...facts(3), keepsClaims: true })).toBe('below_claims')
    expect(await snapshots().current()).toBeUndefined()
    expect(await context.store.claimsAboveList.find(id)).toEqual({
      count: 2,
      claims: [
        { address: claims[0]?.evmAddress, status: 'queued', claimedWei: 10n, amountWei: 9n },
        { address: claims[2]?.evmAddress, status: 'queued', claimedWei: 300n, amountWei: null },
      ],
    })
    expect(await snapshots().publish(id, facts(3))).toBe('published')
  })

  test('only the newest ten replaced lists keep their rows', async () => {
    const ids = []
    for (let index = 0; index < 12; index += 1) {
      const id = await stage(alice)
      await snapshots().publish(id, { ...facts(1), replacedSeal: 'replaced' })
      ids.push(id)
    }
    await context.store.listVersions.prune()
    const kept = []
    for (const id of ids) kept.push(await rowsOf(id))
    expect(kept).toEqual([0, ...Array.from({ length: 11 }, () => 1)])
    expect(await context.store.listVersions.find(ids[0] ?? 0)).toMatchObject({ seal: '', fileHash: 'hash' })
    expect(await context.store.listVersions.find(ids[1] ?? 0)).toMatchObject({ seal: 'replaced' })
  })
})
