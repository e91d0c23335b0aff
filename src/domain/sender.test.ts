import { expect, test } from 'vitest'
import { sampleSender } from '../../test/harness/sample-rows.ts'
import { type SenderTerms, sendingKeyPlace } from './sender.ts'

const SENDER: SenderTerms = sampleSender({ fallbackRpcUrls: ['http://127.0.0.1:2'] })

const CHANGES: { [Field in keyof SenderTerms]: SenderTerms[Field] } = {
  kind: 'standalone',
  rpcUrl: null,
  fallbackRpcUrls: [],
  walletAddress: 'another wallet',
  mintAddress: 'another mint',
  mintDecimals: 6,
  tokenProgram: 'another program',
  sourceOwner: 'a treasury',
  sourceTokenAccount: "a treasury's account",
  mintExtensions: ['TransferFeeConfig'],
  genesisHash: 'another cluster',
  priorityFeeCap: 2,
}

test('a sending key is sealed for the row and the column that it stands in', () => {
  expect(sendingKeyPlace(SENDER)).toMatchObject({ table: 'sender', row: 'bulk', column: 'sealed_key' })
  expect(sendingKeyPlace({ ...SENDER, kind: 'standalone' }).row).toBe('standalone')
})

test.each(Object.entries(CHANGES))('and with its %s', (field, value) => {
  expect(sendingKeyPlace({ ...SENDER, [field]: value })).not.toEqual(sendingKeyPlace(SENDER))
})

test('a key that pays from its own account is sealed as it was before there were others', () => {
  const { terms = '[]' } = sendingKeyPlace({ ...SENDER, sourceOwner: null, sourceTokenAccount: null })
  expect(JSON.parse(terms)).toEqual([
    'bulk',
    SENDER.rpcUrl,
    '["http://127.0.0.1:2"]',
    SENDER.walletAddress,
    SENDER.mintAddress,
    SENDER.mintDecimals,
    SENDER.tokenProgram,
    '[]',
    SENDER.genesisHash,
    SENDER.priorityFeeCap,
  ])
})
