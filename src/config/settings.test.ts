import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readPortalSettings } from './portal-settings-file.ts'

/** Reads portal settings from a file that holds them, in a folder with further files by name. */
function readSettings(
  content: object,
  files: Record<string, string> = {},
): ReturnType<typeof readPortalSettings> {
  const folder = mkdtempSync(join(tmpdir(), 'ferry-settings-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const path = join(folder, 'portal.json')
  writeFileSync(path, JSON.stringify(content))
  return readPortalSettings(path)
}

const SITE = 'https://claim.example.org'

test('without them the five lines are signed, and nothing is linked', async () => {
  expect(await readSettings({})).toMatchObject({
    claimMessage: 'lines',
    publicUrl: null,
    termsHash: null,
    links: { site: null, terms: null, support: null, announcement: null },
  })
})

test.each([
  [SITE, SITE],
  [`${SITE}/`, SITE],
  ['https://CLAIM.example.org:443', SITE],
  ['https://claim.example.org:8443', 'https://claim.example.org:8443'],
  ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ['http://localhost:3000', 'http://localhost:3000'],
  ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
])('publicUrl %s is %s', async (given, publicUrl) => {
  expect((await readSettings({ publicUrl: given })).publicUrl).toBe(publicUrl)
})

test('the terms are known by the hash of their file', async () => {
  const { termsHash, links } = await readSettings(
    { termsFile: 'terms.txt', links: { terms: 'https://example.org/terms' } },
    { 'terms.txt': 'You agree.\n' },
  )
  expect(termsHash).toBe(createHash('sha256').update('You agree.\n').digest('hex'))
  expect(links.terms).toBe('https://example.org/terms')
})

describe('with settings of the claim message, a start is refused with', () => {
  test.each<[string, object, RegExp]>([
    ['another message', { claimMessage: 'eip712' }, /claimMessage: must be "lines" or "siwe"/],
    [
      'EIP-4361 without an address',
      { claimMessage: 'siwe' },
      /publicUrl: must be given with claimMessage "siwe"/,
    ],
    ['plain http', { publicUrl: 'http://claim.example.org' }, /publicUrl: must begin with https/],
    ['no URL', { publicUrl: 'claim.example.org' }, /publicUrl: must be a URL such as/],
    ['a path', { publicUrl: `${SITE}/claim` }, /publicUrl: must be an origin alone/],
    ['a query', { publicUrl: `${SITE}/?a` }, /publicUrl: must be an origin alone/],
    ['a fragment', { publicUrl: `${SITE}/#a` }, /publicUrl: must be an origin alone/],
    ['a user', { publicUrl: 'https://me@claim.example.org' }, /publicUrl: must be an origin alone/],
    ['another scheme', { publicUrl: 'ftp://claim.example.org' }, /publicUrl: must begin with https/],
    [
      'a link over http',
      { links: { site: 'http://example.org' } },
      /links.site: must be a URL that begins with https/,
    ],
    ['an unknown link', { links: { blog: 'https://example.org' } }, /links/],
    [
      'a symbol that no statement contains',
      { claimMessage: 'siwe', publicUrl: SITE, tokenSymbol: 'FÄHRE' },
      /tokenSymbol: takes only the characters of EIP-4361/,
    ],
    ['terms that nobody can read', { termsFile: 'terms.txt' }, /termsFile: takes links.terms too/],
    [
      'a file of terms that is not there',
      { termsFile: 'terms.txt', links: { terms: 'https://example.org' } },
      /termsFile: .*can not be read/,
    ],
  ])('%s', async (_, content, words) => {
    await expect(readSettings(content)).rejects.toThrow(words)
  })

  test('an empty file of terms', async () => {
    const content = { termsFile: 'terms.txt', links: { terms: 'https://example.org' } }
    await expect(readSettings(content, { 'terms.txt': '' })).rejects.toThrow(/terms.txt is empty/)
  })
})

test('any symbol goes with the five lines', async () => {
  expect((await readSettings({ publicUrl: SITE, tokenSymbol: 'FÄHRE' })).tokenSymbol).toBe('FÄHRE')
})

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
