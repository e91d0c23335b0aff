import { expect, test } from 'vitest'
import { readWalletError, type WalletAction } from './wallet-error.ts'

const pending = 'Your wallet already shows a request. Open your wallet and answer it.'

test.each<[WalletAction, unknown, string]>([
  ['connect', { code: 4001 }, 'User rejected the connection request.'],
  ['connect', { code: 4900 }, 'Network error occurred. Please try again.'],
  ['connect', { code: -32603 }, 'Network error occurred. Please try again.'],
  ['connect', { code: -32002 }, pending],
  ['connect', new Error('boom'), 'An unknown error occurred.'],
  ['connect', 'boom', 'An unknown error occurred.'],
  ['connect', undefined, 'An unknown error occurred.'],
  ['sign', { code: 4001 }, 'User rejected signature request'],
  ['sign', { code: -32603, data: { originalError: { code: 4001 } } }, 'User rejected signature request'],
  ['sign', { code: -32603 }, 'Failed to sign message'],
  ['sign', { code: 4902 }, 'Failed to sign message'],
  ['add_network', { code: 4001 }, 'User rejected network addition request'],
  ['add_network', { code: -32602 }, 'Failed to add network to the wallet'],
  ['switch_network', { code: 4001 }, 'User rejected network switch request'],
  ['switch_network', { code: 4902 }, 'Network not found in the wallet'],
  [
    'switch_network',
    { code: -32603, data: { originalError: { code: 4902 } } },
    'Network not found in the wallet',
  ],
  ['switch_network', { code: '4902' }, 'Failed to switch network.'],
  ['switch_network', { code: -32002 }, pending],
])('%s that fails with %o is told as: %s', (action, thrown, text) => {
  const error = readWalletError(action, thrown)
  expect(error.message).toBe(text)
  expect(error.networkUnknown).toBe(text === 'Network not found in the wallet')
})
