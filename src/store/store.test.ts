import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Wei } from '#domain/amounts.ts'
import type { EvmAddress } from '#domain/evm-address.ts'
import { describeEachStore } from '../../test/harness/each-store.ts'
import { sampleClaim } from '../../test/harness/sample-rows.ts'
import { openBeside, publishRows } from '../../test/harness/store-bed.ts'
import { openStore } from './store.ts'

const alice = '0x00000000000000000000000000000000000000aa' as EvmAddress
const bob = '0x00000000000000000000000000000000000000bb' as EvmAddress
const wei = (amount: bigint) => amount as Wei

describeEachStore('snapshots', (context) => {
  const publish = (amountWei: bigint, fileHash: string) =>
    publishRows(context.store, [{ address: alice, amountWei }], { fileHash })

  test('a staged version is invisible until it is published, and then replaces the one before', async () => {
    const { snapshots } = context.store
    expect(await snapshots.findAllocation(alice)).toBeUndefined()
    await publish(5n, 'first')
    const id = await snapshots.stage('more.csv', 'nonce', 3)
    await snapshots.addRows(id, [{ address: bob, amountWei: wei(7n), seal: 'x' }])
    expect((await snapshots.findAllocation(bob))?.row).toBeUndefined()
    expect(await snapshots.current()).toMatchObject({ fileHash: 'first' })
    await snapshots.publish(id, {
      fileHash: 'second',
      root: 'root',
      addressCount: 1,
      totalWei: wei(7n),
      nowMs: 4,
      seal: 'y',
    })
    expect(await snapshots.findAllocation(bob)).toMatchObject({
      row: { storedWei: '7', seal: 'x' },
      snapshot: { id, fileHash: 'second', nonce: 'nonce', seal: 'y', hasNewer: false },
    })
    expect(await snapshots.current()).toMatchObject({ fileHash: 'second', hasNewer: false })
    expect((await snapshots.findAllocation(alice))?.row).toBeUndefined()
  })

  test('a version that is superseded loses its seal, and is known as older when it is put back', async () => {
    const { snapshots } = context.store
    await publish(5n, 'first')
    await publish(6n, 'second')
    await using beside = await openBeside(context)
    await sql`update snapshot set state = 'superseded' where file_hash = 'second'`.execute(beside.db)
    await sql`update snapshot set state = 'published' where file_hash = 'first'`.execute(beside.db)
    expect(await snapshots.current()).toMatchObject({ fileHash: 'first', seal: '', hasNewer: true })
  })

  test('an address can not occur twice in one version', async () => {
    const { snapshots } = context.store
    const id = await snapshots.stage('twice.csv', 'nonce', 3)
    const row = { address: bob, amountWei: wei(1n), seal: 'x' }
    await expect(snapshots.addRows(id, [row, row])).rejects.toThrow()
  })
})

describeEachStore('claims', (context) => {
  test('one claim an address, within a commit and across commits', async () => {
    const { claims } = context.store
    const first = sampleClaim()
    const twin = sampleClaim({ evmAddress: first.evmAddress })
    const other = sampleClaim()
    expect(await claims.insertMany([first, twin, other])).toEqual(new Set([first.id, other.id]))
    expect(await claims.insertMany([sampleClaim({ evmAddress: other.evmAddress })])).toEqual(new Set())
    expect((await claims.findByAddress(first.evmAddress as EvmAddress))?.id).toBe(first.id)
  })
})

describeEachStore('the store', (context) => {
  test('opens again as it was left', async () => {
    await context.store.claims.insertMany([sampleClaim()])
    const again = await openStore(context.location)
    expect(await again.claimTallies.countQueued()).toBe(1)
    await again.close()
  })
})
