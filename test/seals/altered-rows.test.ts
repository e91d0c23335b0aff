import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { AnyInput, Route } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import type { EvmAddress } from '#domain/evm-address.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { alterRows, alterStore, readRows } from '../harness/alter-store.ts'
import { workbookTexts } from '../harness/build-xlsx.ts'
import { forEachTest } from '../harness/for-tests.ts'
import { type Holder, loadHolders, makeHolder, signClaim } from '../harness/holders.ts'
import { startPayingPortal } from '../harness/paying-portal.ts'
import { addClaims, sampleClaim } from '../harness/sample-rows.ts'
import { startPortal } from '../harness/start-portal.ts'

describe('raised allocation', () => {
  const OWED = 1_500_000_000_000_000_000n
  const RAISED = 1_000n * OWED
  const CHANGED = { statusCode: 503, code: 'holder_list_changed' }
  let holder: Holder
  let other: Holder
  const ferry = forEachTest(startPortal)
  beforeEach(async () => {
    holder = makeHolder(OWED)
    other = makeHolder(OWED)
    await loadHolders(ferry.app, [holder, other])
  })

  const alter = (statement: string, ...values: unknown[]) =>
    alterRows(ferry.databaseFile, statement, ...values)

  const read = <Row>(query: string, ...values: unknown[]) =>
    readRows<Row>(ferry.databaseFile, query, ...values)

  const keyOf = ({ account }: Holder) => account.address.toLowerCase()

  const call = (endpoint: Route, input: AnyInput = {}) => ferry.ask(endpoint, input)

  const answerOf = ({ statusCode, json }: { statusCode: number; json(): { code?: string } }) => ({
    statusCode,
    code: json().code,
  })

  const look = async (of: Holder) =>
    answerOf(await call(endpoints.public.allocation, { query: { eth: of.account.address } }))

  /** Claims the amount that the list has now. */
  async function claim(of: Holder, amountWei: bigint) {
    const body = await signClaim({ ...of, amountWei })
    return answerOf(await call(endpoints.public.submitClaim, { body }))
  }

  /** Expects that this amount is not shown, and that no claim over it is accepted. */
  async function isRefused(of: Holder, amountWei: bigint): Promise<void> {
    expect(await look(of)).toEqual(CHANGED)
    expect(await claim(of, amountWei)).toEqual(CHANGED)
    expect(await ferry.app.store.claims.findByAddress(keyOf(of) as EvmAddress)).toBeUndefined()
    expect(ferry.logLines.join('')).toContain('the holder list was changed outside of Ferry')
  }

  const isTaken = async (of: Holder) => {
    expect(await look(of)).toMatchObject({ statusCode: 200 })
    expect(await claim(of, of.amountWei)).toMatchObject({ statusCode: 200 })
  }

  /** Downloads the export of those who have not claimed. */
  const exportRemaining = () => ferry.call(endpoints.admin.exportRemaining)

  /** Reads its amounts by address. */
  async function remaining(): Promise<Map<string | null, string | null>> {
    const rows = await workbookTexts((await exportRemaining()).rawPayload, 2)
    return new Map(rows.map(([address = null, amount = null]) => [address, amount]))
  }

  const versions = () => read<{ id: number }>('select id from snapshot order by id').map(({ id }) => id)

  test('an allocation that was raised in the database is rejected, and the others are accepted', async () => {
    alter('update allocation set amount_wei = ? where evm_address = ?', RAISED.toString(), keyOf(holder))
    await isRefused(holder, RAISED)
    await isTaken(other)
  })

  test('nor is one whose amount is bytes', async () => {
    alter('update allocation set amount_wei = cast(amount_wei as blob) where evm_address = ?', keyOf(holder))
    await isRefused(holder, OWED)
  })

  test('nor one that took the place of another, seal and all', async () => {
    const rich = makeHolder(RAISED)
    await loadHolders(ferry.app, [holder, rich])
    alter('delete from allocation where evm_address = ?', keyOf(holder))
    alter('update allocation set evm_address = ? where evm_address = ?', keyOf(holder), keyOf(rich))
    await isRefused(holder, RAISED)
  })

  test('nor one that was added', async () => {
    const intruder = makeHolder(RAISED)
    const [row] = read<Record<string, unknown>>(
      'select * from allocation where evm_address = ?',
      keyOf(other),
    )
    const added = { ...row, evm_address: keyOf(intruder), amount_wei: RAISED.toString() }
    alter(
      `insert into allocation (${Object.keys(added)}) values (${Object.keys(added).map(() => '?')})`,
      ...Object.values(added),
    )
    await isRefused(intruder, RAISED)
  })

  describe('after the list was replaced by one with smaller amounts', () => {
    let before: Holder
    beforeEach(async () => {
      before = { ...holder, amountWei: RAISED }
      await loadHolders(ferry.app, [before])
      await loadHolders(ferry.app, [holder])
    })

    test('a row of the version before is rejected in the one in force', async () => {
      const [, old, now] = versions()
      alter('delete from allocation where snapshot_id = ?', now)
      alter('update allocation set snapshot_id = ? where snapshot_id = ?', now, old)
      await isRefused(holder, RAISED)
    })

    test('the version before is not put back in force', async () => {
      const [, old, now] = versions()
      alter("update snapshot set state = 'superseded' where id = ?", now)
      alter("update snapshot set state = 'published' where id = ?", old)
      await isRefused(before, RAISED)
    })

    test('not even as the only one that is left', async () => {
      const [, old, now] = versions()
      alter('delete from snapshot where id = ?', now)
      alter("update snapshot set state = 'published' where id = ?", old)
      await isRefused(before, RAISED)
    })

    test('nor with the rows of the version before under the name of the one in force', async () => {
      const [, old, now] = versions()
      alter('delete from allocation where snapshot_id = ?', now)
      alter('update allocation set snapshot_id = ? where snapshot_id = ?', now, old)
      alter('update snapshot set nonce = (select nonce from snapshot where id = ?) where id = ?', old, now)
      await isRefused(holder, RAISED)
    })
  })

  test('a version whose seal was kept from when it was in force is not put back while a later one is there', async () => {
    const [first] = versions()
    const [{ seal } = { seal: '' }] = read<{ seal: string }>('select seal from snapshot where id = ?', first)
    await loadHolders(ferry.app, [{ ...holder, amountWei: 1n }])
    alter("update snapshot set state = 'superseded' where id <> ?", first)
    alter("update snapshot set state = 'published', seal = ? where id = ?", seal, first)
    await isRefused(holder, OWED)
  })

  test('a list that was written into the database is rejected, and one that is uploaded anew is accepted', async () => {
    alter("update snapshot set file_hash = ?, seal = ''", 'ab'.repeat(32))
    await isRefused(holder, OWED)
    const shown = (await call(endpoints.public.portal)).json()
    expect(shown).toMatchObject({ fileHash: null, allocationsUpdatedAt: null })
    const ready = await call(endpoints.public.ready)
    expect(ready.statusCode).toBe(503)
    expect(ready.json().details).toEqual([
      { where: 'holder list', problem: expect.stringMatching(/changed/) },
    ])
    await loadHolders(ferry.app, [holder])
    await isTaken(holder)
    expect((await call(endpoints.public.ready)).statusCode).toBe(200)
  })

  test('the export of those who have not claimed shows no amount that was changed', async () => {
    alter('update allocation set amount_wei = ? where evm_address = ?', RAISED.toString(), keyOf(holder))
    const rows = await remaining()
    expect(rows.get(keyOf(holder))).toMatch(/^changed outside of Ferry/)
    expect(rows.get(keyOf(other))).toBe('1.5')
    alter("update snapshot set seal = ''")
    expect(answerOf(await exportRemaining())).toEqual(CHANGED)
  })
})

describe('row as bytes', () => {
  const paying = forEachTest(startPayingPortal)
  beforeEach(() => paying.configure('standalone'))

  /** Copies the row with its seal, its number as bytes, which SQLite considers different from the same digits as a number. */
  function copyRows(): void {
    const { databaseFile } = paying.ferry
    const names = readRows<{ name: string }>(databaseFile, 'pragma table_info(transfer)')
      .map(({ name }) => name)
      .filter((name) => name !== 'id')
    const values = names.map((name) => (name === 'row_number' ? 'cast(row_number as blob)' : name))
    alterStore(databaseFile, `insert into transfer (${names}) select ${values} from transfer`)
  }

  test('a row of a distribution is not paid once more as a copy whose number is bytes', async () => {
    const recipient = freshSolanaAddress()
    const { distributionId } = (await paying.uploadPayments([[recipient, '1.5']])).json()
    copyRows()
    await paying.call(endpoints.standaloneSender.start, { params: { distributionId } })
    const { runs } = paying.ferry.app.store
    await expect
      .poll(async () => (await runs.latest({ sender: 'standalone' }))?.finishedAtMs)
      .toEqual(expect.any(Number))
    expect(await paying.balanceOf(recipient)).toBe(1_500_000_000n)
  })
})

describe('session written', () => {
  const ferry = forEachTest(startPortal)

  test('a session that was written into the database without the secret is not accepted', async () => {
    const token = 'token-of-the-intruder'
    alterRows(
      ferry.databaseFile,
      'insert into admin_session (token_hash, created_at_ms, last_used_at_ms, expires_at_ms) values (?, ?, ?, ?)',
      ...[createHash('sha256').update(token).digest('hex'), Date.now(), Date.now(), Date.now() + 3_600_000],
    )
    const answer = await ferry.ask(
      endpoints.admin.stats,
      {},
      { headers: { authorization: `Bearer ${token}` } },
    )
    expect(answer.statusCode).toBe(401)
  })
})

describe('exported claim', () => {
  const THIEF = freshSolanaAddress()
  const WORDS = 'changed outside of Ferry'
  const ferry = forEachTest(startPortal)

  const get = (endpoint: Route) => ferry.call(endpoint)

  test('a claim whose address was exchanged in the database is exported without it: operators pay manually from exports', async () => {
    const [changed, kept] = [sampleClaim(), sampleClaim({ solAddress: freshSolanaAddress() })]
    await addClaims(ferry.app, [changed, kept])
    alterRows(ferry.databaseFile, 'update claim set sol_address = ? where id = ?', THIEF, changed.id)

    const csv = (await get(endpoints.admin.exportQueued)).body
    expect(csv).not.toContain(THIEF)
    expect(csv).toContain(`${changed.evmAddress},${WORDS},${WORDS},`)
    expect(csv).toContain(`${kept.evmAddress},${kept.solAddress},${kept.amountUA},`)

    const rows = await workbookTexts((await get(endpoints.admin.exportSubmitted)).rawPayload, 6)
    expect(rows.find(([address]) => address === changed.evmAddress)?.slice(1, 3)).toEqual([WORDS, WORDS])
    expect(rows.find(([address]) => address === kept.evmAddress)?.[1]).toBe(kept.solAddress)
  })
})
