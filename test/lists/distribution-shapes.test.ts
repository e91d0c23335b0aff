import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { parseDecimalUnits } from '#domain/amounts.ts'
import { readDistribution } from '#lists/read-distribution.ts'
import { DECIMALS, DISTRIBUTION_SHAPES, type PaymentShape, payeesOf } from './distribution-shapes.ts'

const MINT = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263'

/** `wrong` is never to be: read amiss with no doubt. What is shown with a doubt is for a person, who corrects the sheet where it is. */
async function wayOf(shape: PaymentShape): Promise<PaymentShape['way'] | 'wrong'> {
  const payees = payeesOf(shape)
  const source = Readable.from([await shape.build(payees)])
  const { format = 'xlsx' } = shape
  const reading = await readDistribution(source, { mintAddress: MINT, mintDecimals: DECIMALS, format })
  const { problemCount, doubts, sheets, hidden, rows } = reading
  if (problemCount > 0) return 'refused'
  if (doubts.length + (sheets?.unread.length ?? 0) + hidden.rows.length > 0) return 'asked'
  const truth = payees.map(({ address, tokens }) => `${address} ${parseDecimalUnits(tokens, DECIMALS)}`)
  const read = rows.map(({ recipient, baseUnits }) => `${recipient} ${baseUnits}`)
  return read.join() === truth.join() ? 'right' : 'wrong'
}

test.each(DISTRIBUTION_SHAPES)('$way: $name', async (shape) => {
  expect(await wayOf(shape)).toBe(shape.way)
})
