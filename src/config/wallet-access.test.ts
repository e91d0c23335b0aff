import { describe, expect, test } from 'vitest'
import { readSettings } from '../../test/harness/read-settings.ts'

const walletConnectProjectId = '0123456789abcdef0123456789abcdef'

test('without them no wallet reaches the page from outside, and nobody frames it', async () => {
  expect(await readSettings({})).toMatchObject({ walletConnect: null, safeAppOrigins: [] })
})

test.each([
  [undefined, 'wss://relay.walletconnect.org'],
  ['wss://relay.example.org/', 'wss://relay.example.org'],
  ['ws://127.0.0.1:5555', 'ws://127.0.0.1:5555'],
])('a relay given as %s is %s', async (walletConnectRelayUrl, relayUrl) => {
  const { walletConnect } = await readSettings({ walletConnectProjectId, walletConnectRelayUrl })
  expect(walletConnect).toEqual({ projectId: walletConnectProjectId, relayUrl })
})

describe('a start is refused with', () => {
  test.each<[string, object, RegExp]>([
    [
      'an id that is none',
      { walletConnectProjectId: 'my project' },
      /walletConnectProjectId: must be the id/,
    ],
    [
      'a relay without a project',
      { walletConnectRelayUrl: 'wss://relay.example.org' },
      /walletConnectRelayUrl: must be given with/,
    ],
    ...['https://relay.example.org', 'ws://relay.example.org', 'wss://relay.example.org/v1', 'relay'].map(
      (walletConnectRelayUrl): [string, object, RegExp] => [
        `the relay ${walletConnectRelayUrl}`,
        { walletConnectProjectId, walletConnectRelayUrl },
        /walletConnectRelayUrl: must be wss/,
      ],
    ),
    [
      'a Safe over http',
      { safeAppOrigins: ['http://app.safe.global'] },
      /safeAppOrigins.0: must begin with https/,
    ],
    [
      'a path',
      { safeAppOrigins: ['https://app.safe.global/apps'] },
      /safeAppOrigins.0: must be an origin alone/,
    ],
    ['every origin', { safeAppOrigins: ['*'] }, /safeAppOrigins.0: must be a URL/],
    ['no list', { safeAppOrigins: 'https://app.safe.global' }, /safeAppOrigins/],
  ])('%s', async (_, content, problem) => {
    await expect(readSettings(content)).rejects.toThrow(problem)
  })
})
