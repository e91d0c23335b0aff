import { readFileSync } from 'node:fs'
import type { Address } from '@solana/kit'
import { TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AnyInput, Endpoint } from '#api-schema/endpoint.ts'
import { ALL_ENDPOINTS, endpoints } from '#api-schema/endpoints.ts'
import { openSenderKey } from '#app/senders/configured-sender.ts'
import { nodeUrlsPlace, type Sender, type SenderKind } from '#domain/sender.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { makeSolanaKey } from '#lab/environment/solana-key.ts'
import { type PostgresServer, startPostgres } from '#lab/environment/start-postgres.ts'
import { createDemoMint } from '#lab/localnet/create-demo-mint.ts'
import { alterStore, readEveryRow } from '../harness/alter-store.ts'
import { DIALECTS } from '../harness/each-store.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { startFaultyRpcProxy } from '../harness/node-proxies.ts'
import { type PayingPortal, startPayingPortal } from '../harness/paying-portal.ts'
import { addClaims, MINT, sampleClaim, sampleRun, sampleSender } from '../harness/sample-rows.ts'
import { ADMIN_PASSWORD, startPortal } from '../harness/start-portal.ts'

describe('change nodes', () => {
  const portal = forAllTests(startPayingPortal)
  const node = forAllTests(() => startFaultyRpcProxy(portal.localnet.url))

  describe.each<SenderKind>(['bulk', 'standalone'])(
    'the %s sender, with the password in place of its key',
    (kind) => {
      const saved = () => portal.ferry.app.store.senders.find(kind)
      const change = (terms: object) =>
        portal.requestConfig(kind, { privateKey: undefined, password: ADMIN_PASSWORD, ...terms })
      const withKey = () => `${portal.localnet.url}/v2/secret?api-key=x`

      beforeEach(async () => {
        node.fault = 'well'
        await portal.configure(kind, { rpcUrl: withKey(), priorityFeeCap: 7 })
      })

      test('is given other nodes, batch size and delay; wallet, key and fee cap stay', async () => {
        const before = await saved()
        const answer = await change({ rpcUrl: node.url, batchSize: 3, delayBetweenBatches: 1500 })
        expect(answer).toMatchObject({ status: 200, walletAddress: portal.wallet.address })
        const after = await saved()
        expect(after).toMatchObject({ rpcUrl: node.url, batchSize: 3, delayMs: 1500, priorityFeeCap: 7 })
        expect(after).toMatchObject({
          walletAddress: before?.walletAddress,
          mintAddress: before?.mintAddress,
        })
        expect(after && [...openSenderKey(portal.ferry.app.secrets, after)]).toEqual(
          JSON.parse(portal.walletKeyJson),
        )
        expect(await change({ rpcUrl: node.url, priorityFeeCap: 9 })).toMatchObject({ status: 200 })
        expect(await saved()).toMatchObject({ priorityFeeCap: 9 })
      })

      test('keeps a node that is given as the panel shows it', async () => {
        const { status } = kind === 'bulk' ? endpoints.bulkSender : endpoints.standaloneSender
        const { rpcUrl } = (await portal.call(status)).json()
        expect(rpcUrl).toBe(portal.localnet.url)
        expect(await change({ rpcUrl, batchSize: 4 })).toMatchObject({ status: 200 })
        expect(await saved()).toMatchObject({ rpcUrl: withKey(), batchSize: 4 })
        expect(await change({ rpcUrl: undefined, rpcUrls: [node.url, rpcUrl] })).toMatchObject({
          status: 200,
        })
        expect(await saved()).toMatchObject({ rpcUrl: node.url, fallbackRpcUrls: [withKey()] })
      })

      test('is given another node while a run is unfinished', async () => {
        const { runs, leases } = portal.ferry.app.store
        const sender = await saved()
        if (!sender) throw new Error('no sender')
        const fence = await leases.acquireFree(sender.walletAddress, 'test', Date.now(), 3_600_000)
        const { walletAddress, mintAddress, genesisHash } = sender
        const run = await runs.create(sampleRun({ sender: kind, walletAddress, mintAddress, genesisHash }))
        expect(await change({ rpcUrl: node.url })).toMatchObject({ status: 200 })
        expect(await saved()).toMatchObject({ rpcUrl: node.url })
        await runs.finish(run?.id ?? 0, 'stopped', null, Date.now())
        await leases.release(sender.walletAddress, fence ?? 0)
      })

      test('is left as it is with another token or cluster, and without a password', async () => {
        const before = await saved()
        const { mint } = await createDemoMint({
          rpcUrl: portal.localnet.url,
          payer: portal.wallet,
          decimals: 9,
          supplyBaseUnits: 1n,
          to: portal.wallet.address,
        })
        expect(await change({ tokenMintAddress: mint })).toMatchObject({
          status: 409,
          code: 'sending_key_needed',
        })
        node.fault = 'mainnet'
        expect(await change({ rpcUrl: node.url, confirmMainnet: true })).toMatchObject({
          status: 409,
          code: 'sending_key_needed',
        })
        expect(await change({ password: undefined })).toMatchObject({
          status: 400,
          details: [{ where: 'privateKey' }],
        })
        expect(await saved()).toEqual(before)
      })

      test('asks for the password as a sign-in does: its failures count with those, and close both', async () => {
        const before = await saved()
        const { server } = portal.ferry
        const login = (password: string) =>
          server.inject({ method: 'POST', url: endpoints.admin.login.path, payload: { password } })
        expect(await change({ password: 'wrong' })).toMatchObject({ status: 401, code: 'invalid_password' })
        for (let n = 0; n < 2; n++) expect((await login('wrong')).statusCode).toBe(401)
        for (let n = 0; n < 2; n++) expect(await change({ password: 'wrong' })).toMatchObject({ status: 401 })
        expect(await change({})).toMatchObject({ status: 429, code: 'too_many_logins' })
        expect((await login(ADMIN_PASSWORD)).json()).toMatchObject({ code: 'too_many_logins' })
        expect(await saved()).toEqual(before)
        await portal.ferry.app.store.signInFailures.forget('127.0.0.1')
        expect(await change({})).toMatchObject({ status: 200 })
      })
    },
  )
})

describe('node keys', () => {
  /** Providers put keys into every part of a URL but its origin. */
  const KEYS = ['key-in-the-user', 'key-in-the-password', 'key-in-the-path', 'key-in-the-query'] as const
  const withKeys = (host: string) => {
    const [user, password, path, query] = KEYS
    return `http://${user}:${password}@${host}/v2/${path}?api-key=${query}`
  }

  const SENDERS = [endpoints.bulkSender, endpoints.standaloneSender]

  const ferry = forAllTests(() => startPortal({ environment: { SOLANA_RPC_URL: withKeys('127.0.0.1:1') } }))
  beforeAll(async () => {})

  /** Values for all parameters of paths, and for a query where one has to be there. */
  const anythingFor = (endpoint: Endpoint) => ({
    params: { eth: 'x', id: 'x', distributionId: 'x' },
    query: endpoint === endpoints.public.allocation ? { eth: 'x' } : {},
  })

  const answers: string[] = []
  async function call(endpoint: Endpoint, input?: AnyInput) {
    const response = await ferry.call(endpoint, input)
    answers.push(`${endpoint.path}: ${JSON.stringify(response.headers)} ${response.body}`)
    return response
  }

  const PLACE = { table: 'sender', row: 'x', column: 'sealed_key' }

  const configured = (kind: Sender['kind'], wallet: Address, sealedKey: Buffer): Sender => ({
    kind,
    rpcUrl: withKeys('127.0.0.1:2'),
    fallbackRpcUrls: [],
    sourceOwner: null,
    sourceTokenAccount: null,
    mintExtensions: [],
    mintName: null,
    sealedKey,
    walletAddress: wallet,
    mintAddress: MINT,
    mintDecimals: 9,
    tokenProgram: TOKEN_PROGRAM_ADDRESS,
    genesisHash: 'genesis',
    batchSize: 10,
    delayMs: 1000,
    priorityFeeCap: 1,
    configuredAtMs: 1,
  })

  test('the status shows only the origin of a node, before a sender is configured and after', async () => {
    for (const { status } of SENDERS) {
      expect((await call(status)).json()).toMatchObject({ rpcUrl: 'http://127.0.0.1:1' })
    }
    const { signer, keyJson } = await makeSolanaKey()
    const sealed = ferry.app.secrets.seal(Uint8Array.from(JSON.parse(keyJson)), PLACE)
    for (const kind of ['bulk', 'standalone'] as const) {
      await ferry.app.store.senders.save(configured(kind, signer.address, sealed))
    }
    for (const { status } of SENDERS) {
      expect((await call(status)).json()).toMatchObject({
        configured: true,
        rpcUrl: 'http://127.0.0.1:2',
      })
    }
  })

  test('the keys are in no other answer and no line of the log, whatever the node does', async () => {
    await ferry.app.store.claims.insertMany([sampleClaim()])
    // A stream answers for as long as it is open: what it says is what the state says.
    const reads = ALL_ENDPOINTS.filter(({ method, path }) => method === 'GET' && !path.endsWith('/events'))
    for (const read of reads) await call(read, anythingFor(read))
    await call(endpoints.bulkSender.start)
    expect(reads.length).toBeGreaterThan(20)
    expect(answers.join()).toContain('127.0.0.1:2')
    for (const key of KEYS) {
      expect(answers.filter((answer) => answer.includes(key))).toEqual([])
      expect(ferry.logLines.filter((line) => line.includes(key))).toEqual([])
    }
  })
})

describe('sealed urls', () => {
  /** The URLs of nodes hold providers' keys: nothing of them is in clear in the store, and they open in their own row alone. */

  const KEY = 'key-of-a-provider'

  let postgres: PostgresServer | undefined
  let paying: PayingPortal | undefined
  beforeAll(async () => {
    if (DIALECTS.includes('PostgreSQL')) postgres = await startPostgres()
  })
  afterAll(() => postgres?.stop())
  afterEach(async () => {
    await paying?.close()
    paying = undefined
  })

  const rowsWith = (text: string, rows: Map<string, string[]>) =>
    [...rows].flatMap(([table, texts]) => (texts.some((row) => row.includes(text)) ? [table] : []))

  test('after a run no row of the store has the URL that it was paid through, nor has the file', async () => {
    paying = await startPayingPortal()
    const { ferry, rpcUrl } = paying
    const secretUrl = `${rpcUrl}/?api-key=${KEY}`
    await paying.configure('bulk', { rpcUrl: undefined, rpcUrls: [secretUrl, `${rpcUrl}/v2/${KEY}`] })
    await addClaims(ferry.app, [sampleClaim({ solAddress: freshSolanaAddress() })])
    expect((await paying.call(endpoints.bulkSender.start)).statusCode).toBe(200)
    await expect.poll(async () => (await ferry.app.store.runs.latest())?.state).toBe('completed')
    expect(await ferry.app.store.senders.find('bulk')).toMatchObject({ rpcUrl: secretUrl })

    const rows = await readEveryRow(ferry.databaseFile)
    expect(rowsWith(paying.mint, rows)).toContain('sender')
    expect(rowsWith(KEY, rows)).toEqual([])
    expect(rowsWith(rpcUrl.slice('http://'.length), rows)).toEqual([])
    for (const file of [ferry.databaseFile, `${ferry.databaseFile}-wal`])
      expect(readFileSync(file).includes(KEY)).toBe(false)
  })

  test.each(DIALECTS)('they open in their own row alone, on %s', async (dialect) => {
    const DATABASE_URL = dialect === 'PostgreSQL' ? await postgres?.createDatabase() : undefined
    const ferry = await startPortal(DATABASE_URL === undefined ? {} : { environment: { DATABASE_URL } })
    const { senders } = ferry.app.store
    const { secrets } = ferry.app
    const urls = { bulk: `http://127.0.0.1:1/${KEY}`, standalone: `http://127.0.0.1:2/${KEY}` }
    for (const kind of ['bulk', 'standalone'] as const)
      await senders.save(sampleSender({ kind, rpcUrl: urls[kind], fallbackRpcUrls: [`${urls[kind]}/next`] }))
    const found = await senders.find('standalone')
    expect(found).toMatchObject({ rpcUrl: urls.standalone, fallbackRpcUrls: [`${urls.standalone}/next`] })
    expect(rowsWith(KEY, await readEveryRow(DATABASE_URL ?? ferry.databaseFile))).toEqual([])

    const sealedFor = (kind: SenderKind) =>
      secrets.seal(Buffer.from('["http://127.0.0.1:3"]'), nodeUrlsPlace(kind))
    expect(() => secrets.open(sealedFor('bulk'), nodeUrlsPlace('standalone'))).toThrow()
    await ferry.close()
  })

  test("URLs that were moved to the other sender's row are not used, and the sender says that it does not open", async () => {
    paying = await startPayingPortal()
    const { ferry } = paying
    await paying.configure('bulk')
    await paying.configure('standalone')
    alterStore(
      ferry.databaseFile,
      "update sender set sealed_node_urls = (select sealed_node_urls from sender where kind = 'bulk') where kind = 'standalone'",
    )
    expect(await ferry.app.store.senders.find('standalone')).toMatchObject({
      rpcUrl: null,
      fallbackRpcUrls: [],
    })
    const status = await ferry.call(endpoints.standaloneSender.status)
    expect(status.json()).toMatchObject({
      configured: true,
      nodes: [],
      warnings: [expect.stringMatching(/can not be opened/)],
    })
    expect((await ferry.ask(endpoints.public.ready)).statusCode).toBe(503)
  })
})
