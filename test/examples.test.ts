import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readPortalSettings } from '#config/portal-settings-file.ts'
import { readAllocations } from '#lists/read-allocations.ts'
import { readDistribution } from '#lists/read-distribution.ts'

const EXAMPLES = fileURLToPath(new URL('../examples', import.meta.url))
const SUM_UA = '19913.876491'

test('the holder list is read', async () => {
  const { batches, summary } = readAllocations(createReadStream(join(EXAMPLES, 'holders.csv')), {
    coinDecimals: 18,
  })
  for await (const _ of batches);
  expect(summary()).toMatchObject({ problems: [], rowCount: 5, totalWei: 19_913_876_491_000_000_000_000n })
})

test('the workbook of payments is read', async () => {
  const reading = await readDistribution(createReadStream(join(EXAMPLES, 'payments.xlsx')), {
    mintAddress: 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263',
    mintDecimals: 6,
  })
  expect(reading).toMatchObject({ problems: [], totalBaseUnits: BigInt(SUM_UA.replace('.', '')) })
  expect(reading.rows).toHaveLength(5)
})

test('the portal configuration is read', async () => {
  expect(await readPortalSettings(join(EXAMPLES, 'portal.json'))).toMatchObject({
    tokenSymbol: 'FRY',
    networks: [{ chainId: '0x1' }],
  })
})
