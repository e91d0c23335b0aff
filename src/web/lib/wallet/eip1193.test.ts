import { expect, test } from 'vitest'
import { readWalletError, type WalletAction, WalletError, type WalletProblem } from './eip1193.ts'

/** What `claimant-catalogue.test.ts` has no wallet answer with. */
test.each<[WalletAction, unknown, WalletProblem]>([
  ['connect', { code: -32603 }, 'connect_out_of_touch'],
  ['connect', new Error('boom'), 'connect_failed'],
  ['connect', 'boom', 'connect_failed'],
  ['connect', undefined, 'connect_failed'],
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
  ['switch_network', { code: '4902' }, 'switch_network_unknown'],
])('%s that fails with %o is %s', (action, thrown, problem) => {
  expect(readWalletError(action, thrown).problem).toBe(problem)
})
