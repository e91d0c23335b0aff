import { expect, test } from 'vitest'
import { readWalletError, type WalletAction, WalletError, type WalletProblem } from './wallet-error.ts'

test.each<[WalletAction, unknown, WalletProblem]>([
  ['connect', { code: 4001 }, 'connect_rejected'],
  ['connect', { code: 4900 }, 'connect_out_of_touch'],
  ['connect', { code: -32603 }, 'connect_out_of_touch'],
  ['connect', { code: -32002 }, 'request_pending'],
  ['connect', new Error('boom'), 'connect_failed'],
  ['connect', 'boom', 'connect_failed'],
  ['connect', undefined, 'connect_failed'],
  ['sign', { code: 4001 }, 'sign_rejected'],
  ['sign', { code: -32603, data: { originalError: { code: 4001 } } }, 'sign_rejected'],
  ['sign', { code: -32603 }, 'sign_failed'],
  ['sign', { code: 4100 }, 'not_connected'],
  ['sign', { code: 4902 }, 'sign_failed'],
  ['sign', { code: -32002 }, 'request_pending'],
  ['sign', new WalletError('sign_pending'), 'sign_pending'],
  ['sign', { code: '4001' }, 'sign_rejected'],
  ['sign', { code: 'ACTION_REJECTED' }, 'sign_rejected'],
  [
    'sign',
    { code: -32603, message: 'MetaMask Tx Signature: User denied message signature.' },
    'sign_rejected',
  ],
  ['sign', { code: -32000, message: 'request cancelled' }, 'sign_rejected'],
  ['sign', new Error('User rejected the request'), 'sign_rejected'],
  ['sign', 'User declined', 'sign_rejected'],
  ['sign', { code: 4100, message: 'denied: not authorized' }, 'not_connected'],
  ['connect', { code: -32603, message: 'User denied account access' }, 'connect_rejected'],
  ['connect', { code: -32002, message: 'rejected: already pending' }, 'request_pending'],
  ['add_network', { code: 4001 }, 'add_network_rejected'],
  ['add_network', { code: -32602 }, 'add_network_failed'],
  ['switch_network', { code: 4001 }, 'switch_network_rejected'],
  ['switch_network', { code: 4902 }, 'switch_network_unknown'],
  ['switch_network', { code: -32603, data: { originalError: { code: 4902 } } }, 'switch_network_unknown'],
  ['switch_network', { code: '4902' }, 'switch_network_unknown'],
  ['switch_network', { code: 4900 }, 'switch_network_failed'],
  ['switch_network', { code: -32002 }, 'request_pending'],
])('%s that fails with %o is %s', (action, thrown, problem) => {
  expect(readWalletError(action, thrown).problem).toBe(problem)
})
