import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Address, getBase58Decoder } from '@solana/kit'
import { TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { continueWithout, takeOver } from '#app/payouts/sender-records.ts'
import { ON_THE_SERVER } from '#app/second-secret/second-secret.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { systemClock } from '#payout/clock.ts'
import { FailoverRpc } from '#payout/nodes/failover-rpc.ts'
import { memoOf } from '#payout/send/memo.ts'
import { associatedTokenAccount } from '#solana/recipients.ts'
import { RpcUnavailableError, type SolanaRpc } from '#solana/solana-rpc.ts'
import { openStore, type Store } from '#store/store.ts'
import { GENESIS, sampleSender } from '../harness/sample-rows.ts'

/** Tests two nodes of one cluster: the first does not answer, and the next has less of the wallet's history than was seen before. */

const wallet = freshSolanaAddress() as Address
const mint = freshSolanaAddress() as Address
const sender = sampleSender({
  walletAddress: wallet,
  mintAddress: mint,
  tokenProgram: TOKEN_PROGRAM_ADDRESS,
})

let folder: string
let store: Store
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ferry-history-'))
  store = await openStore(join(folder, 'ferry.sqlite'))
  await store.senders.save(sender)
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

const SILENT = {
  name: 'silent',
  genesisHash: () => Promise.reject(new RpcUnavailableError('it hangs', { nodeName: 'silent' })),
} as Partial<SolanaRpc> as SolanaRpc

/** Makes a node whose history has so many payments of ours, each in its transaction. */
async function nodeShowing(payments: number, genesisHash = GENESIS): Promise<SolanaRpc> {
  const tokenAccount = await associatedTokenAccount(
    { address: mint, tokenProgram: TOKEN_PROGRAM_ADDRESS },
    wallet,
  )
  const history = Array.from({ length: payments }, (_, index) => ({
    signature: getBase58Decoder().decode(new Uint8Array(64).fill(index + 1)),
    slot: 100 - index,
    memo: memoOf(`${index}`),
    failed: false,
  }))
  const node: Partial<SolanaRpc> = {
    name: `showing ${payments}`,
    genesisHash: async () => genesisHash,
    historyOf: async (_, { before }) => (before ? [] : history),
    transaction: async () => ({
      slot: 100,
      error: null,
      signers: [wallet],
      memo: null,
      absentBefore: [],
      movements: [
        { tokenAccount, owner: wallet, baseUnits: -5n },
        { tokenAccount: mint, owner: mint, baseUnits: 5n },
      ],
    }),
  }
  return node as SolanaRpc
}

function portalOn(senders: [SolanaRpc, ...SolanaRpc[]], second: SolanaRpc | null = null) {
  const reader = new FailoverRpc({ senders, second, genesisHash: GENESIS, clock: systemClock })
  return { store, payouts: { readerOf: () => reader }, secondSecret: ON_THE_SERVER, now: () => 1 }
}

const markBehind = (payments: number) =>
  store.recordsBehind.set({
    genesisHash: GENESIS,
    walletAddress: wallet,
    mintAddress: mint,
    payments,
    baseUnits: 5n,
    checkedAtMs: 1,
  })

const REFUSED = { code: 'rpc_unreachable', context: { node: 'silent', reason: 'it hangs' } }

describe.each(['further', 'second'] as const)('the %s node', (place) => {
  const portalWith = (node: SolanaRpc) =>
    place === 'further' ? portalOn([SILENT, node]) : portalOn([SILENT], node)

  test.each([
    [1, 0],
    [3, 0],
    [3, 2],
  ])('of %i payments that were found it shows %i: neither option is allowed', async (found, shown) => {
    await markBehind(found)
    const portal = portalWith(await nodeShowing(shown))
    await expect(takeOver(portal, 'bulk')).rejects.toMatchObject(REFUSED)
    const words = shown === 1 ? '1 payment' : `${shown} payments`
    await expect(continueWithout(portal, 'bulk', words)).rejects.toMatchObject(REFUSED)
    expect(await store.recordsBehind.all()).toMatchObject([{ payments: found }])
    expect(await store.operatorActions.decisions(9)).toEqual([])
  })

  test('the balance is unexplained and it shows no payment: that is not gone on without', async () => {
    await markBehind(0)
    const portal = portalWith(await nodeShowing(0))
    await expect(continueWithout(portal, 'bulk', '0 payments')).rejects.toMatchObject(REFUSED)
    expect(await store.recordsBehind.all()).toHaveLength(1)
  })

  test('it shows them all: they are taken over', async () => {
    await markBehind(2)
    expect(await takeOver(portalWith(await nodeShowing(2)), 'bulk')).toMatchObject({ payments: 2 })
  })

  test('it shows them all: they are gone on without', async () => {
    await markBehind(2)
    const portal = portalWith(await nodeShowing(2))
    expect(await continueWithout(portal, 'bulk', '2 payments')).toEqual({ payments: 2 })
  })
})

test('a first node of another cluster is passed over, whatever it shows', async () => {
  await markBehind(2)
  const elsewhere = await nodeShowing(3, 'another cluster')
  const portal = portalOn([elsewhere, await nodeShowing(2)])
  expect(await takeOver(portal, 'bulk')).toMatchObject({ payments: 2 })
  await markBehind(2)
  await expect(takeOver(portalOn([elsewhere, SILENT]), 'bulk')).rejects.toMatchObject({
    code: 'cluster_changed',
  })
})

test('no node that shows fewer is relied on, not even the first: taking over finds what was recorded since', async () => {
  await markBehind(3)
  await expect(continueWithout(portalOn([await nodeShowing(1)]), 'bulk', '1 payment')).rejects.toMatchObject({
    code: 'payments_out_of_sight',
    message: expect.stringMatching(
      /shows 1 of the 3 payments that are known to be missing.* look again in a minute.* take over from the chain/,
    ),
  })
})
