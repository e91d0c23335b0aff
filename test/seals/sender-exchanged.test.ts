import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Address } from '@solana/kit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { createSecretBox } from '#config/seals.ts'
import { nodeUrlsPlace } from '#domain/sender.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { createDemoMint } from '#lab/localnet/create-demo-mint.ts'
import type { NewClaim } from '#store/database/schema.ts'
import { alterRows } from '../harness/alter-store.ts'
import { tokenAccountOf, tokensIn } from '../harness/chain-state.ts'
import { forEachTest } from '../harness/for-tests.ts'
import { type PayingPortal, startPayingPortal } from '../harness/paying-portal.ts'
import {
  ALL_QUEUED,
  addClaims,
  findSender,
  sampleClaim,
  sampleRun,
  unknownSignature,
} from '../harness/sample-rows.ts'

describe('nodes exchanged', () => {
  let paying: PayingPortal
  const TX = unknownSignature()
  let asked = 0
  const forged = createServer((_request, response) => {
    asked += 1
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })

  beforeEach(async () => {
    asked = 0
    await new Promise<void>((listening) => forged.listen(0, '127.0.0.1', listening))
    paying = await startPayingPortal()
    await paying.configure('bulk')
  })
  afterEach(async () => {
    await paying.close()
    forged.closeAllConnections()
    forged.close()
  })

  function exchangeNodes(written: (url: string) => Buffer): void {
    const url = `http://127.0.0.1:${(forged.address() as AddressInfo).port}`
    const exchange = 'update sender set sealed_node_urls = ?, configured_at_ms = configured_at_ms + 1'
    alterRows(paying.ferry.databaseFile, exchange, written(url))
  }

  /** The nodes' URLs as they stand in the database, by somebody without SECRETS_KEY. */
  const FORGERIES: [string, (url: string) => Buffer][] = [
    ['in clear', (url) => Buffer.from(JSON.stringify([url]))],
    [
      'with a key of their own',
      (url) =>
        createSecretBox(randomBytes(32)).seal(Buffer.from(JSON.stringify([url])), nodeUrlsPlace('bulk')),
    ],
  ]

  test.each(FORGERIES)(
    'a node that was written into the database %s is not read from: its answers would settle payments',
    async (_, written) => {
      const claim = sampleClaim({ solAddress: freshSolanaAddress() })
      await addClaims(paying.ferry.app, [claim])
      exchangeNodes(written)
      for (const [endpoint, input] of [
        [endpoints.bulkSender.start, {}],
        [endpoints.bulkSender.estimate, {}],
        [endpoints.bulkSender.reconcile, {}],
        [endpoints.bulkSender.takeOver, {}],
        [endpoints.bulkSender.acknowledge, { body: { signature: TX, note: 'treasury' } }],
        [endpoints.admin.markSent, { body: { id: claim.id, tx: TX } }],
      ] as const) {
        const answer = await paying.call(endpoint, input)
        expect(answer.json(), endpoint.path).toMatchObject({ code: 'sender_unreadable' })
      }
      // What a destination is looked up on is the same node.
      await paying.ferry.app.destinations.find(claim.solAddress as Address)
      expect((await paying.call(endpoints.bulkSender.status)).statusCode).toBe(200)
      expect(asked).toBe(0)
    },
  )

  test('a cap on fees that was raised in the database is not offered', async () => {
    await addClaims(paying.ferry.app, [sampleClaim({ solAddress: freshSolanaAddress() })])
    alterRows(paying.ferry.databaseFile, 'update sender set priority_fee_cap = 100000000')
    const answer = await paying.call(endpoints.bulkSender.start)
    expect(answer.json()).toMatchObject({ code: 'sender_unreadable' })
  })
})

describe('other token', () => {
  let claim: NewClaim
  const paying = forEachTest(startPayingPortal)
  beforeEach(async () => {
    await paying.configure('bulk')
    claim = sampleClaim({ solAddress: freshSolanaAddress() })
    await addClaims(paying.ferry.app, [claim])
  })

  const alter = (statement: string, ...values: string[]) =>
    alterRows(paying.ferry.databaseFile, statement, ...values)

  const runs = () => paying.ferry.app.store.runs

  const held = async () =>
    (await paying.ferry.app.store.holds.listUnsigned()).map(({ transfer }) => transfer.failure)

  test('a run that is written into the database with other decimals pays nobody a thousand times', async () => {
    const sender = await findSender(paying.ferry.app)
    const { walletAddress, mintAddress, tokenProgram, genesisHash } = sender
    const terms = { walletAddress, mintAddress, tokenProgram, genesisHash }
    await runs().create(sampleRun({ ...terms, mintDecimals: 12 }), ALL_QUEUED)
    await expect.poll(async () => (await runs().latest())?.finishedAtMs).toEqual(expect.any(Number))
    expect(await paying.balanceOf(claim.solAddress)).toBe(0n)
    expect(await held()).toEqual([expect.stringContaining("its token is not the run's")])
  })

  test('a sender whose token was exchanged in the database pays nothing in it', async () => {
    const { localnet, wallet } = paying
    const { mint: dearer } = await createDemoMint({
      rpcUrl: localnet.url,
      payer: wallet,
      decimals: 9,
      supplyBaseUnits: 10n ** 15n,
      to: wallet.address,
    })
    alter('update sender set mint_address = ?', dearer)
    expect((await paying.call(endpoints.bulkSender.start)).json()).toMatchObject({
      code: 'sender_unreadable',
    })
    expect(await runs().latest()).toBeUndefined()
    const account = await tokenAccountOf(claim.solAddress as Address, dearer)
    expect(tokensIn(localnet, account)).toBe(0n)
  })
})
