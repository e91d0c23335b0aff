import { spawn } from 'node:child_process'
import { pbkdf2Sync } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { claimMessage, signedMessage } from '#domain/claim-message.ts'
import { PortalError } from '#domain/portal-error.ts'
import { CommandRefusedError } from '#domain/refused-error.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { type ClaimValues, claimOptions } from '#tools/claim/claim-options.ts'
import { runClaim } from '#tools/claim/run-claim.ts'
import type { Terminal } from '#tools/claim/terminal.ts'
import {
  findClaim,
  type Holder,
  loadHolders,
  makeHolder,
  makeVaultAddress,
  SIWE_SETTINGS,
} from '../harness/holders.ts'
import { sealKeystore } from '../harness/seal-keystore.ts'
import { startPortal, type TestPortal } from '../harness/start-portal.ts'

const COMMAND = fileURLToPath(new URL('../../tools/claim/main.ts', import.meta.url))
const PASSWORD = 'of the keystore'

let ferry: TestPortal
let portal: string
let privateKey: Hex
let owner: Holder
let keystore: string
let sol: string

async function start(settings: Record<string, unknown>): Promise<void> {
  ferry = await startPortal({ settings })
  portal = await ferry.listen()
}

beforeEach(async () => {
  privateKey = generatePrivateKey()
  owner = { ...makeHolder(), account: privateKeyToAccount(privateKey) }
  keystore = join(ferry.folder, 'key.json')
  writeFileSync(keystore, JSON.stringify({ version: 3, crypto: sealed(privateKey) }))
  sol = freshSolanaAddress()
  await loadHolders(ferry.app, [owner, makeHolder()])
})

function sealed(key: Hex) {
  const kdfparams = { c: 1000, dklen: 32, prf: 'hmac-sha256', salt: '5a'.repeat(32) }
  const derived = pbkdf2Sync(
    PASSWORD,
    Buffer.from(kdfparams.salt, 'hex'),
    kdfparams.c,
    kdfparams.dklen,
    'sha256',
  )
  return sealKeystore(key, derived, { kdf: 'pbkdf2', kdfparams })
}

/** Runs the command in this process. */
async function claim(values: ClaimValues, { password = PASSWORD, confirms = true } = {}) {
  const said: string[] = []
  const asked: string[] = []
  let put = ''
  const terminal: Terminal = {
    say: (line) => said.push(line),
    put: (text) => {
      put += text
    },
    confirm: async (question) => {
      asked.push(question)
      return confirms
    },
    askPassword: async () => password,
  }
  const run = async () => runClaim(claimOptions({ portal, sol, ...values }), terminal)
  const refusal = await run().then(
    () => null,
    (error: unknown) => {
      if (error instanceof CommandRefusedError) return error.message
      throw error
    },
  )
  return { said: said.join('\n'), asked, put, refusal }
}

const recorded = () => findClaim(ferry.app, owner)

describe('with five lines', () => {
  beforeAll(() => start({}))
  afterAll(() => ferry?.close())

  /** Runs the command as `npm run claim` does. */
  async function runCommand(args: string[], password: string) {
    const env = { ...process.env, CLAIM_PASSWORD: password }
    const child = spawn(process.execPath, [COMMAND, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    const [stdout, stderr, [status]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ])
    return { stdout, stderr, status }
  }

  test('the command signs with a keystore and submits, and prints neither key nor password', async () => {
    const args = ['--portal', portal, '--sol', sol, '--keystore', keystore]
    const unanswered = await runCommand(args, PASSWORD)
    expect(unanswered).toMatchObject({ status: 1, stdout: '' })
    expect(unanswered.stderr).toContain('Nothing was submitted.')
    const { stdout, stderr, status } = await runCommand([...args, '--yes'], PASSWORD)
    const made = await recorded()
    expect({ stdout, status }).toEqual({ stdout: `${made?.id}\n`, status: 0 })
    expect(made).toMatchObject({ solAddress: sol, ethSigned: owner.account.address, signedBy: 'key' })
    for (const told of [owner.account.address, sol, '1.5', portal]) expect(stderr).toContain(told)
    expect(stdout + stderr).not.toContain(privateKey.slice(2))
    expect(stdout + stderr).not.toContain(PASSWORD)
  })

  test('it asks before it submits', async () => {
    const { refusal, asked } = await claim({ keystore }, { confirms: false })
    expect({ refusal, asked }).toEqual({
      refusal: 'Nothing was submitted.',
      asked: ['Submit this claim?'],
    })
    expect(await recorded()).toBeUndefined()
  })

  test('the text is printed, signed elsewhere, and what was signed is submitted', async () => {
    const eth = owner.account.address.toLowerCase()
    const printed = await claim({ eth })
    expect(printed).toMatchObject({ refusal: null, asked: [] })
    expect(printed.put).toMatch(/^Claim SPL tokens\neth: 0x.*\nsol: .*\namount: 1\.5\nnonce: \d+$/)
    const nonce = /nonce: (\d+)$/.exec(printed.put)?.[1] ?? ''
    expect(printed.said).toContain(`--nonce ${nonce}`)
    const signature = await owner.account.signMessage({ message: printed.put })

    const other = makeHolder()
    const byOther = await other.account.signMessage({ message: printed.put })
    const refused = await claim({ eth, nonce, signature: byOther })
    expect(refused.refusal).toContain(`It was made by ${other.account.address}`)
    expect(await recorded()).toBeUndefined()

    const submitted = await claim({ eth, nonce, signature: signature.slice(2) })
    expect(submitted.refusal).toBeNull()
    const made = await recorded()
    expect(submitted.put).toBe(`${made?.id}\n`)
    expect(made && signedMessage(made)).toBe(printed.put)
  })

  test('a text that is out of date is refused', async () => {
    const eth = owner.account.address
    const nonce = `${Date.now() - 11 * 60_000}`
    const { said } = await claim({ eth })
    expect(said).toContain('within 10 minutes')
    const message = claimMessage({ eth, sol, amountUA: '1.5', nonce })
    const signature = await owner.account.signMessage({ message })
    expect((await claim({ eth, nonce, signature })).refusal).toBe(new PortalError('stale_nonce').message)
  })

  test('who has claimed is told so, and may correct the claim', async () => {
    expect((await claim({ keystore, correct: true })).refusal).toContain('has made no claim to correct')
    await claim({ keystore })
    const made = await recorded()
    const again = await claim({ keystore, sol: freshSolanaAddress() })
    expect(again.refusal).toContain(`has claimed already: reference id ${made?.id}`)
    const corrected = freshSolanaAddress()
    expect((await claim({ keystore, sol: corrected, correct: true })).put).toBe(`${made?.id}\n`)
    expect(await recorded()).toMatchObject({ id: made?.id, solAddress: corrected })
  })

  test('what can not be claimed is refused before it is signed', async () => {
    const refusalOf = async (values: ClaimValues) => {
      const { refusal, asked } = await claim({ keystore, ...values })
      expect(asked).toEqual([])
      return refusal
    }
    expect(await refusalOf({ sol: owner.account.address })).toContain('not a Solana address')
    expect(await refusalOf({ sol: makeVaultAddress() })).toContain('can not be looked up just now')
    expect(await refusalOf({ 'chain-id': '1' })).toContain('271, 56')
    expect(await refusalOf({ portal: 'http://127.0.0.1:1' })).toContain('did not answer')
    const stranger = makeHolder().account.address
    expect(await refusalOf({ keystore: undefined, eth: stranger })).toBe(
      `There is nothing to claim for ${stranger}.`,
    )
    expect(await recorded()).toBeUndefined()
  })

  test('where the answer is lost, it looks whether the claim has arrived', async () => {
    const proxy = createServer((request, response) => {
      const isPost = request.method === 'POST'
      const asked = fetch(portal + request.url, {
        method: request.method ?? 'GET',
        headers: { 'Content-Type': 'application/json' },
        ...(isPost && { body: Readable.toWeb(request), duplex: 'half' }),
      } as RequestInit)
      asked.then(async (answer) => {
        if (isPost) response.destroy()
        else
          response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(await answer.text())
      })
    })
    proxy.listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    try {
      const { port } = proxy.address() as AddressInfo
      const { put, refusal } = await claim({ keystore, portal: `http://127.0.0.1:${port}` })
      const made = await recorded()
      expect({ put, refusal }).toEqual({ put: `${made?.id}\n`, refusal: null })
    } finally {
      proxy.close()
    }
  })

  test('a keystore that does not open is told', async () => {
    expect((await claim({ keystore }, { password: 'another' })).refusal).toBe(
      'The password does not open the keystore.',
    )
    writeFileSync(keystore, JSON.stringify({ version: 1 }))
    expect((await claim({ keystore })).refusal).toContain('is no Web3 keystore of version 3')
    expect((await claim({ keystore: join(ferry.folder, 'none') })).refusal).toContain('can not be read')
  })

  test('one that another wallet wrote opens', async () => {
    writeFileSync(keystore, JSON.stringify({ version: 3, Crypto: sealed(privateKey), address: 'x' }))
    expect((await claim({ keystore })).refusal).toBeNull()
    expect(await recorded()).toBeDefined()
  })

  test.each([
    ['no portal', { portal: undefined }, 'Give --portal'],
    ['no way to sign', {}, 'Give one of the two'],
    ['both ways to sign', { keystore: 'k', eth: '0x' }, 'Give one of the two'],
    ['a signature without its nonce', { eth: '0x', signature: '0x' }, 'go together'],
    ['a nonce beside a keystore', { keystore: 'k', nonce: '1', signature: '0x' }, 'go together'],
    ['no address', { eth: '0x12' }, '--eth takes'],
    ['a wrong character', { eth: '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' }, 'capital letters'],
    ['no nonce', { eth: `0x${'1'.repeat(40)}`, nonce: 'x', signature: '0x' }, '--nonce takes'],
    ['no hex', { eth: `0x${'1'.repeat(40)}`, nonce: '1', signature: '0xg1' }, '--signature takes'],
    ['no chain', { keystore: 'k', 'chain-id': 'bsc' }, '--chain-id takes'],
    ['no address of a portal', { keystore: 'k', portal: 'claim' }, '--portal takes'],
  ])('options that do not fit are refused: %s', async (_, values, words) => {
    expect((await claim(values)).refusal).toContain(words)
  })
})

describe('with EIP-4361', () => {
  beforeAll(() => start(SIWE_SETTINGS))
  afterAll(() => ferry?.close())

  test('the text names the site, and what was signed is taken', async () => {
    const eth = owner.account.address
    const { put, said } = await claim({ eth, 'chain-id': '56' })
    expect(put).toMatch(/^claim\.example\.org wants you to sign in/)
    expect(said).toContain('it says of itself that it is at https://claim.example.org')
    const nonce = /^Nonce: (\d+)$/m.exec(put)?.[1] ?? ''
    const signature = await owner.account.signMessage({ message: put })
    expect((await claim({ eth, 'chain-id': '56', nonce, signature })).refusal).toBeNull()
    const made = await recorded()
    expect(made && signedMessage(made)).toBe(put)
  })
})
