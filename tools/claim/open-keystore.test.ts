import { scryptSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sealKeystore } from '../../test/harness/seal-keystore.ts'
import { openKeystore } from './open-keystore.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ferry-keystore-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

async function open(crypto: object, password: string): Promise<string> {
  const path = join(folder, 'key.json')
  writeFileSync(path, JSON.stringify({ version: 3, id: '', crypto }))
  return (await openKeystore(path, async () => password)).address
}

/** The test vectors of the Web3 Secret Storage Definition, and one of geth's whose key is a byte shorter. */
const PUBLISHED = [
  {
    name: 'pbkdf2',
    crypto: {
      cipher: 'aes-128-ctr',
      cipherparams: { iv: '6087dab2f9fdbbfaddc31a909735c1e6' },
      ciphertext: '5318b4d5bcd28de64ee5559e671353e16f075ecae9f99c7a79a38af5f869aa46',
      kdf: 'pbkdf2',
      kdfparams: {
        c: 262_144,
        dklen: 32,
        prf: 'hmac-sha256',
        salt: 'ae3cd4e7013836a3df6bd7241b12db061dbe2c6785853cce422d148a624ce0bd',
      },
      mac: '517ead924a9d0dc3124507e3393d175ce3ff7c1e96529c6c555ce9e51205e9b2',
    },
    password: 'testpassword',
    address: '0x008AeEda4D805471dF9b2A5B0f38A0C3bCBA786b',
  },
  {
    name: 'scrypt with r 1 and p 8',
    crypto: {
      cipher: 'aes-128-ctr',
      cipherparams: { iv: '83dbcc02d8ccb40e466191a123791e0e' },
      ciphertext: 'd172bf743a674da9cdad04534d56926ef8358534d458fffccd4e6ad2fbde479c',
      kdf: 'scrypt',
      kdfparams: {
        dklen: 32,
        n: 262_144,
        r: 1,
        p: 8,
        salt: 'ab0c7876052600dd703518d6fc3fe8984592145b591fc8fb5c6d43190334ba19',
      },
      mac: '2103ac29920d71da29f15d75b4a16dbe95cfd7ff8faea1056c33131d846e3097',
    },
    password: 'testpassword',
    address: '0x008AeEda4D805471dF9b2A5B0f38A0C3bCBA786b',
  },
  {
    name: 'scrypt with r 8 and p 1, and a key without its leading zero',
    crypto: {
      cipher: 'aes-128-ctr',
      cipherparams: { iv: 'e0c41130a323adc1446fc82f724bca2f' },
      ciphertext: '9517cd5bdbe69076f9bf5057248c6c050141e970efa36ce53692d5d59a3984',
      kdf: 'scrypt',
      kdfparams: {
        dklen: 32,
        n: 2,
        r: 8,
        p: 1,
        salt: '711f816911c92d649fb4c84b047915679933555030b3552c1212609b38208c63',
      },
      mac: 'd5e116151c6aa71470e67a7d42c9620c75c4d23229847dcc127794f0732b0db5',
    },
    password: 'foo',
    address: '0xd1E64E5480bFaf733Ba7D48712DEcb8227797a4e',
  },
]

describe('a published keystore', () => {
  test.each(PUBLISHED)('$name opens', async ({ crypto, password, address }) => {
    expect(await open(crypto, password)).toBe(address)
    await expect(open(crypto, `${password}x`)).rejects.toThrow('The password does not open the keystore.')
  })
})

test('the parameters of scrypt are those of the file', async () => {
  const privateKey = `0x${'5b'.repeat(32)}` as const
  for (const [n, r, p] of [
    [1024, 8, 1],
    [1024, 1, 8],
    [2048, 4, 2],
  ] as const) {
    const kdfparams = { n, r, p, dklen: 32, salt: '07'.repeat(32) }
    const key = scryptSync('secret', Buffer.from(kdfparams.salt, 'hex'), 32, { N: n, r, p })
    const crypto = sealKeystore(privateKey, key, { kdf: 'scrypt', kdfparams })
    expect(await open(crypto, 'secret')).toBe(privateKeyToAccount(privateKey).address)
  }
})

test.each([
  ['an n that is no power of two', { n: 3 }],
  ['more memory than a gibibyte', { n: 2 ** 24 }],
  ['a key that is too short to be checked', { dklen: 16 }],
  ['no rounds', { r: 0 }],
])('%s is no keystore', async (_, kdfparams) => {
  const { crypto, password } = PUBLISHED[2] as (typeof PUBLISHED)[number]
  await expect(
    open({ ...crypto, kdfparams: { ...crypto.kdfparams, ...kdfparams } }, password),
  ).rejects.toThrow('is no Web3 keystore of version 3')
})
