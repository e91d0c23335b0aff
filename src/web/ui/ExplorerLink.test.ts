import { expect, test } from 'vitest'
import { EXPLORERS, type Explorer } from '#domain/portal-settings.ts'
import { explorerTxUrl } from './ExplorerLink.tsx'

test.each<[Explorer, string, string, string]>([
  ['solana', 'https://explorer.solana.com', '?cluster=devnet', '?cluster=testnet'],
  ['solscan', 'https://solscan.io', '?cluster=devnet', '?cluster=testnet'],
  ['solanafm', 'https://solana.fm', '?cluster=devnet-solana', '?cluster=testnet-solana'],
])('a transaction in %s, on each cluster with a name', (explorer, origin, devnet, testnet) => {
  const urlOn = (cluster: 'mainnet' | 'devnet' | 'testnet' | null) =>
    explorerTxUrl('5sig', { cluster, rpcUrl: 'https://node.example', explorer })
  expect(urlOn('mainnet')).toBe(`${origin}/tx/5sig`)
  expect(urlOn(null)).toBe(`${origin}/tx/5sig`)
  expect(urlOn('devnet')).toBe(`${origin}/tx/5sig${devnet}`)
  expect(urlOn('testnet')).toBe(`${origin}/tx/5sig${testnet}`)
})

test.each(EXPLORERS)('a cluster without a name is shown by the one that takes a node: %s', (explorer) => {
  const urlThrough = (rpcUrl: string | null) => explorerTxUrl('5sig', { cluster: 'other', rpcUrl, explorer })
  expect(urlThrough('http://127.0.0.1:8899/')).toBe(
    'https://explorer.solana.com/tx/5sig?cluster=custom&customUrl=http%3A%2F%2F127.0.0.1%3A8899%2F',
  )
  expect(urlThrough(null)).toBe('https://explorer.solana.com/tx/5sig?cluster=custom')
})
