import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getBase58Decoder } from '@solana/kit'
import { describe, expect, test } from 'vitest'
import type { Endpoint } from '#api-schema/endpoint.ts'
import { ALL_ENDPOINTS, endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { makeSolanaKey } from '#lab/environment/solana-key.ts'
import { alterStore } from '../harness/alter-store.ts'
import { forAllTests, forEachTest } from '../harness/for-tests.ts'
import { type PayingPortal, senderConfig, startPayingPortal } from '../harness/paying-portal.ts'
import { addClaims, sampleClaim } from '../harness/sample-rows.ts'
import { ADMIN_PASSWORD, startPortal } from '../harness/start-portal.ts'

describe('secrets', () => {
  const portal = forAllTests(startPayingPortal)

  /** Writes a key in every form: the 64 bytes that are pasted, and the 32 that alone make the key. */
  function writingsOf(keyJson: string): string[] {
    const bytes = Buffer.from(JSON.parse(keyJson))
    return [bytes, bytes.subarray(0, 32)].flatMap((part) => [
      getBase58Decoder().decode(part),
      [...part].join(','),
      [...part].join(', '),
      part.toString('base64').replace(/=+$/, ''),
      part.toString('base64url'),
      part.toString('hex'),
      part.toString('hex').toUpperCase(),
      part.toString('latin1'),
    ])
  }

  function filesIn(folder: string): string[] {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
  }

  const { login, logout, markSent, reject, resetClaims } = endpoints.admin

  const BODIES = new Map<Endpoint, object>([
    [login, { password: ADMIN_PASSWORD }],
    [markSent, { id: 'x', tx: 'x' }],
    [reject, { id: 'x', reason: 'x' }],
    [endpoints.bulkSender.settleHold, { attemptId: 'x', as: 'expired' }],
  ])

  test('a sending key is in no answer, no line of the log, and no file in clear', async () => {
    const other = await makeSolanaKey()
    const keys = [portal.walletKeyJson, other.keyJson]
    const answers: string[] = []
    const call = async (...request: Parameters<PayingPortal['call']>) => {
      const response = await portal.call(...request)
      answers.push(JSON.stringify(response.headers), response.rawPayload.toString('latin1'))
      return response
    }
    const base58 = getBase58Decoder().decode(Buffer.from(JSON.parse(other.keyJson)))
    const config = senderConfig(portal)
    for (const { config: endpoint } of [endpoints.bulkSender, endpoints.standaloneSender]) {
      // Refused in every way that names the key's field, then taken.
      for (const change of [
        { privateKey: base58.slice(0, -1) },
        { privateKey: `${other.keyJson},` },
        { privateKey: base58, batchSize: 0 },
        { privateKey: base58, rpcUrl: 'http://127.0.0.1:1' },
        { privateKey: base58, tokenMintAddress: 'none' },
        { privateKey: [base58] },
      ]) {
        expect((await call(endpoint, { body: { ...config, ...change } })).statusCode).not.toBe(200)
      }
      expect((await call(endpoint, { body: { ...config, privateKey: base58 } })).statusCode).toBe(200)
      expect((await call(endpoint, { body: config })).statusCode).toBe(200)
    }

    const claim = sampleClaim({ solAddress: freshSolanaAddress() })
    await addClaims(portal.ferry.app, [claim])
    const uploaded = await portal.uploadPayments([[freshSolanaAddress(), '1']])
    await call(endpoints.bulkSender.start)
    await expect
      .poll(async () => (await call(endpoints.bulkSender.status)).json().progress)
      .toMatchObject({ status: 'completed' })

    const { distributionId } = uploaded.json()
    const params = { distributionId, id: claim.id, eth: claim.evmAddress }
    // Signing out would end the session, a reset would delete the data to be shown.
    const called = ALL_ENDPOINTS.filter((endpoint) => endpoint !== logout && endpoint !== resetClaims)
    for (const endpoint of called) {
      const body = endpoint.method === 'GET' ? undefined : (BODIES.get(endpoint) ?? {})
      const query = endpoint === endpoints.public.allocation ? { eth: claim.evmAddress } : {}
      await call(endpoint, { params, query, body })
    }
    expect(called.length).toBeGreaterThan(35)

    const { logLines, folder } = portal.ferry
    const files = filesIn(join(folder, 'data'))
    expect(files.some((file) => file.endsWith('.sqlite'))).toBe(true)
    const everything = [
      ...answers,
      ...logLines,
      ...files.map((file) => readFileSync(file).toString('latin1')),
    ].join('\n')
    expect(everything).toContain(portal.wallet.address)
    expect(everything).toContain(other.signer.address)
    for (const writing of keys.flatMap(writingsOf)) expect(everything.includes(writing)).toBe(false)
  })
})

describe('store seals', () => {
  const ferry = forEachTest(startPortal)

  test("the server's store accepts its own seals, and nothing that was written into the database", async () => {
    const { store } = ferry.app
    const row = { genesisHash: 'cluster', signature: 'ours', note: '', atMs: 1 }
    await store.acknowledgements.record(row, { atMs: 1, action: 'acknowledge', subject: 'ours', detail: '' })
    alterStore(
      ferry.databaseFile,
      "insert into acknowledged_transaction (genesis_hash, signature, note, at_ms) values ('cluster', 'theirs', '', 1)",
    )
    expect(await store.knownTransactions.among('cluster', ['ours', 'theirs'])).toEqual(new Set(['ours']))
  })
})
