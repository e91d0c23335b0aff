import { expect, test } from 'vitest'
import type { BulkSenderStatusResponse } from '#api-schema/bulk-sender.ts'
import { explorerTxUrl } from './explorer-url.ts'

test.each<[BulkSenderStatusResponse['cluster'], string | null, string]>([
  ['mainnet', 'https://api.mainnet-beta.solana.com', ''],
  [null, null, ''],
  ['devnet', 'https://api.devnet.solana.com', '?cluster=devnet'],
  ['testnet', null, '?cluster=testnet'],
  ['other', 'http://127.0.0.1:8899/', '?cluster=custom&customUrl=http%3A%2F%2F127.0.0.1%3A8899%2F'],
  ['other', null, '?cluster=custom'],
])('a transaction on %s through %s', (cluster, rpcUrl, query) => {
  expect(explorerTxUrl('5sig', { cluster, rpcUrl })).toBe(`https://explorer.solana.com/tx/5sig${query}`)
})
