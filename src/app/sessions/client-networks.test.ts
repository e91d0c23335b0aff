import { expect, test } from 'vitest'
import { clientNetworks } from './sign-in-queue.ts'

test.each([
  ['203.0.113.7', ['203.0', '203.0.113', '203.0.113.7']],
  ['2001:db8:1:2:3:4:5:6', ['2001:db8', '2001:db8:1', '2001:db8:1:2']],
  ['2001:0DB8::5', ['2001:db8', '2001:db8:0', '2001:db8:0:0']],
  ['::1', ['0:0', '0:0:0', '0:0:0:0']],
  ['2001:db8:1:2::', ['2001:db8', '2001:db8:1', '2001:db8:1:2']],
])('%s', (address, networks) => {
  expect(clientNetworks(address)).toEqual(networks)
})
