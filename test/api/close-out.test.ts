import { describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import type { CloseOutReply } from '#api-schema/ledger.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import type { NewClaim } from '#store/database/schema.ts'
import { workbookRows } from '../harness/build-xlsx.ts'
import { DIALECTS, startPortalDatabase } from '../harness/each-store.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { loadList } from '../harness/open-upload.ts'
import { startPayingPortal } from '../harness/paying-portal.ts'
import { addClaims, findSender, sampleClaim, unknownSignature } from '../harness/sample-rows.ts'

/** The end of a migration: ten holders, of whom each one's 100 tokens end otherwise. */

const HOLDERS = 10
const LONG = { timeout: 120_000 }

describe.each(DIALECTS)('the close-out on %s', (dialect) => {
  const database = forAllTests(() => startPortalDatabase(dialect))
  const portal = forAllTests(() => startPayingPortal(database))

  /** With a billionth of a billionth more than nine decimals hold. */
  const AMOUNT = '100.000000000000000001'
  const AMOUNT_WEI = 100_000_000_000_000_000_001n

  let claims: NewClaim[] = []
  let snapshotId = 0

  const publish = (rows: readonly string[]) =>
    loadList(portal.ferry.app, `address,amountWei\n${rows.join('\n')}\n`)
  const read = async (): Promise<CloseOutReply> => (await portal.call(endpoints.ledger.closeOut)).json()
  const stats = async () => (await portal.call(endpoints.admin.stats)).json()
  const claim = (...chosen: NewClaim[]) => addClaims(portal.ferry.app, chosen)

  test('before anything: nothing is known, and nothing is added up', LONG, async () => {
    expect(await read()).toMatchObject({ lists: [], byMint: [] })
    claims = Array.from({ length: HOLDERS }, () =>
      sampleClaim({ solAddress: freshSolanaAddress(), amountUA: AMOUNT, amountWei: AMOUNT_WEI }),
    )
    await publish(claims.map(({ evmAddress }) => `${evmAddress},${AMOUNT_WEI}`))
    const current = await portal.ferry.app.store.snapshots.current()
    snapshotId = current?.id ?? 0
    claims = claims.map((one) => ({ ...one, snapshotId }))
    const { lists } = await read()
    const total = '1000.00000000000000001'
    expect(lists).toEqual([
      {
        id: snapshotId,
        fileName: 'holders.csv',
        root: current?.root,
        rows: HOLDERS,
        total,
        claimed: '0',
        unclaimed: total,
        beyond: '0',
      },
    ])
  })

  test('before a sender is configured what is owed has no token, and no account', LONG, async () => {
    const [first, second] = claims as [NewClaim, NewClaim]
    await claim(first, second)
    const body = { id: second.id, tx: unknownSignature(), force: true }
    expect((await portal.call(endpoints.admin.markSent, { body })).statusCode).toBe(200)
    const { lists, byMint } = await read()
    expect(lists).toMatchObject([{ claimed: '200.000000000000000002', unclaimed: '800.000000000000000008' }])
    expect(byMint).toEqual([
      {
        mint: '',
        tokenName: expect.any(String),
        cluster: null,
        owed: AMOUNT,
        paid: '0',
        marked: AMOUNT,
        floored: '0',
        inSource: null,
        readAt: null,
        problem: expect.stringMatching(/^The bulk sender is not configured for this token/),
        owedToDistributions: '0',
        sweepable: null,
      },
    ])
  })

  test(
    'paid, marked, owed and floored away are told apart, and agree with stats, ledger and chain',
    LONG,
    async () => {
      await portal.configure('bulk')
      const [, , third, fourth, fifth, sixth] = claims as NewClaim[]
      await claim(third as NewClaim)
      await portal.payAll()
      await claim(fourth as NewClaim, fifth as NewClaim, sixth as NewClaim)
      const marked = { id: fourth?.id ?? '', tx: unknownSignature(), force: true }
      expect((await portal.call(endpoints.admin.markSent, { body: marked })).statusCode).toBe(200)
      const rejected = { id: sixth?.id ?? '', reason: 'A test' }
      expect((await portal.call(endpoints.admin.reject, { body: rejected })).statusCode).toBe(200)

      const { lists, byMint, asOf } = await read()
      // The first and third are paid, the second and fourth marked, the fifth is owed, the sixth was rejected.
      expect(lists).toMatchObject([
        { claimed: '500.000000000000000005', unclaimed: '500.000000000000000005', beyond: '0' },
      ])
      const [none, token] = byMint.toSorted((a, b) => a.mint.length - b.mint.length)
      expect(none).toMatchObject({ mint: '', owed: '0', paid: '0', marked: AMOUNT, sweepable: null })
      expect(token).toEqual({
        mint: portal.mint,
        tokenName: expect.any(String),
        cluster: 'other',
        owed: '100',
        paid: '200',
        marked: '100',
        floored: '0.000000000000000004',
        inSource: '999800',
        readAt: expect.any(Number),
        problem: null,
        owedToDistributions: '0',
        sweepable: '999700',
      })
      expect(Math.abs((token?.readAt ?? 0) - asOf)).toBeLessThan(60)
      expect(await portal.balanceOf(portal.wallet.address)).toBe(999_800_000_000_000n)
      expect(await stats()).toMatchObject({
        totalAmountSent: '200',
        totalAmountMarkedUnproved: '200.000000000000000001',
      })
      const { totals } = (await portal.call(endpoints.ledger.ledger)).json()
      expect(totals).toContainEqual(
        expect.objectContaining({
          tokenMintAddress: portal.mint,
          amountUA: '200',
          markedWithoutProof: { payments: 1, amountUA: '100' },
        }),
      )
    },
  )

  test(
    'another list: what was claimed under the one before counts, and so does what it lacks',
    LONG,
    async () => {
      // The third holder, who is paid, is not in it; the fourth has half; the seventh the double.
      const rows = claims.flatMap(({ evmAddress }, place) => {
        if (place === 2) return []
        return [`${evmAddress},${place === 3 ? AMOUNT_WEI / 2n : place === 6 ? AMOUNT_WEI * 2n : AMOUNT_WEI}`]
      })
      await publish(rows)
      const { lists } = await read()
      expect(lists).toMatchObject([
        {
          rows: 9,
          total: '950.000000000000000009',
          claimed: '350.000000000000000003',
          unclaimed: '600.000000000000000006',
          beyond: '150.000000000000000002',
        },
        { id: snapshotId, claimed: '500.000000000000000005', beyond: '0' },
      ])
    },
  )

  test('a reset changes nothing of what was paid', LONG, async () => {
    await portal.payAll()
    const before = await read()
    expect((await portal.call(endpoints.admin.resetClaims)).statusCode).toBe(200)
    const after = await read()
    expect(after.lists[0]).toEqual(before.lists[0])
    expect(after.byMint.map((entry) => ({ ...entry, readAt: null }))).toEqual(
      before.byMint.map((entry) => ({ ...entry, readAt: null })),
    )
    const token = after.byMint.find(({ mint }) => mint === portal.mint)
    expect(token).toMatchObject({ owed: '0', paid: '300', sweepable: '999700', inSource: '999700' })
  })

  test('what distributions owe from the same account is not to be taken back', LONG, async () => {
    await portal.configure('standalone')
    const { app } = portal.ferry
    const sender = await findSender(app, 'standalone')
    const { mintAddress, mintDecimals, genesisHash } = sender
    await app.store.distributions.add(
      {
        ...{ id: 'DIST-1', fileName: 'team.xlsx', fileHash: 'a'.repeat(64), rowCount: 1, mintName: null },
        ...{ totalBaseUnits: 5_000_000_000n, mintAddress, mintDecimals, genesisHash, createdAtMs: 1 },
      },
      [{ rowNumber: 2, recipient: freshSolanaAddress(), baseUnits: 5_000_000_000n as never, seal: '' }],
    )
    const token = (await read()).byMint.find(({ mint }) => mint === portal.mint)
    expect(token).toMatchObject({ inSource: '999700', owedToDistributions: '5', sweepable: '999695' })
  })

  test(
    'the workbook has the same amounts, exact ones beside those that a spreadsheet rounds',
    LONG,
    async () => {
      const response = await portal.call(endpoints.ledger.exportCloseOut)
      expect(response.headers['content-disposition']).toContain('close_out.xlsx')
      const rows = await workbookRows(response.rawPayload, 6)
      const texts = rows.map(({ cells }) =>
        [0, 1, 2, 3, 4].map((column) => {
          const cell = cells.get(column)
          return cell && 'text' in cell ? cell.text : ''
        }),
      )
      const { lists, byMint } = await read()
      expect(texts.length).toBe(1 + 4 * lists.length + 7 * byMint.length)
      const amountOf = (what: string, key: string) => {
        const found = texts.find((cells) => cells[1] === key && cells[2] === what)
        return found?.[4] || found?.[3]
      }
      expect(amountOf('Total', lists[0]?.root ?? '')).toBe(lists[0]?.total)
      expect(amountOf('Unclaimed', lists[0]?.root ?? '')).toBe(lists[0]?.unclaimed)
      expect(amountOf('Paid', portal.mint)).toBe('300')
      expect(amountOf('May be taken back', portal.mint)).toBe('999695')
    },
  )

  test('where the node does not answer, the balance is not known, and it says why', LONG, async () => {
    await portal.localnet.close()
    const token = (await read()).byMint.find(({ mint }) => mint === portal.mint)
    expect(token).toMatchObject({ paid: '300', inSource: null, readAt: null, sweepable: null })
    expect(token?.problem).toMatch(/^The Solana RPC node could not be reached/)
  })
})
