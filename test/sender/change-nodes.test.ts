import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { openSenderKey } from '#app/senders/configured-sender.ts'
import type { SenderKind } from '#domain/sender.ts'
import { createDemoMint } from '#lab/localnet/create-demo-mint.ts'
import { type FaultyRpcProxy, startFaultyRpcProxy } from '../harness/faulty-rpc-proxy.ts'
import { type PayingPortal, startPayingPortal } from '../harness/paying-portal.ts'
import { sampleRun } from '../harness/sample-rows.ts'
import { ADMIN_PASSWORD } from '../harness/start-portal.ts'

let portal: PayingPortal
let node: FaultyRpcProxy
beforeAll(async () => {
  portal = await startPayingPortal()
  node = await startFaultyRpcProxy(portal.localnet.url)
})
afterAll(async () => {
  await portal.close()
  await node.close()
})

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
      expect(after).toMatchObject({ walletAddress: before?.walletAddress, mintAddress: before?.mintAddress })
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
      expect(await change({ rpcUrl: undefined, rpcUrls: [node.url, rpcUrl] })).toMatchObject({ status: 200 })
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
