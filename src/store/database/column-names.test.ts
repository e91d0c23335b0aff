import { createQueryId, type UnknownRow } from 'kysely'
import { expect, test } from 'vitest'
import { ColumnNames } from './database.ts'

async function read(rows: UnknownRow[]): Promise<UnknownRow[]> {
  const { rows: read } = await new ColumnNames().transformResult({
    queryId: createQueryId(),
    result: { rows },
  })
  return read
}

test('each row is read for itself, by the names of its columns', async () => {
  const rows = [
    { sol_tx: null, amount_wei: '18446744073709551616', amount_ua: '1.5', siwe_terms: null },
    { sol_tx: 'Tx', amount_wei: null, amount_ua: '2', siwe_terms: null },
    { amount_ua: '3', siwe_terms: null, amount_wei: '0', sol_tx: '' },
  ]
  expect(await read(rows)).toEqual([
    { solTx: null, amountWei: 2n ** 64n, amountUA: '1.5', siweTerms: null },
    { solTx: 'Tx', amountWei: null, amountUA: '2', siweTerms: null },
    { solTx: '', amountWei: 0n, amountUA: '3', siweTerms: null },
  ])
})

test('no rows are no rows', async () => {
  expect(await read([])).toEqual([])
})

test('a value that is not what its column has is an error, in any row', async () => {
  const rows = [{ amount_wei: '1' }, { amount_wei: '1e3' }]
  await expect(read(rows)).rejects.toMatchObject({ code: 'record_unreadable' })
})
