import {
  type Address,
  address,
  appendTransactionMessageInstruction,
  type Blockhash,
  createTransactionMessage,
  generateKeyPairSigner,
  getSignatureFromTransaction,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import { getAddMemoInstruction } from '@solana-program/memo'
import { describe, expect, test } from 'vitest'
import { type Answer, type Call, reply, replyError, startTestNode } from '../../test/harness/test-node.ts'
import { connectRpc, rentExemptLamports } from './connect-rpc.ts'
import { MEMO_PROGRAM_ADDRESS } from './payout-transaction.ts'
import type { SolanaRpc } from './solana-rpc.ts'

const BLOCKHASH = '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM' as Blockhash
const SOME = address('SysvarRent111111111111111111111111111111111')
const MINT = address('So11111111111111111111111111111111111111112')
const OTHER_MINT = address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v')

async function clusterThat(answer: Answer) {
  const { url, calls } = await startTestNode(answer)
  return { rpc: connectRpc(url, { timeoutMs: 2_000, retries: 0 }), calls }
}

/** Connects a node that answers every request with this result. */
const clusterWith = (result: unknown) => clusterThat((call, response) => reply(call, response, result))

/** Reads a request's commitment. Kit leaves out the default of Solana JSON-RPC, finalized. */
function commitmentOf(call: Call | undefined): unknown {
  return (call?.params.at(-1) as { commitment?: unknown } | undefined)?.commitment ?? 'finalized'
}

describe('broadcast', () => {
  const ATTEMPT = { wireBytes: new Uint8Array([1, 2, 3]), contextSlot: 77 } as never

  test('sends the bytes unchanged, without preflight or retries by the node', async () => {
    const { rpc, calls } = await clusterWith('"signature"')
    expect(await rpc.broadcast(ATTEMPT)).toEqual({ accepted: true })
    expect(calls.map(({ method, params }) => ({ method, params }))).toEqual([
      {
        method: 'sendTransaction',
        params: [
          'AQID',
          {
            encoding: 'base64',
            skipPreflight: true,
            preflightCommitment: 'confirmed',
            maxRetries: 0,
            minContextSlot: 77,
          },
        ],
      },
    ])
  })

  test.each<[string, Answer]>([
    [
      'it says "Blockhash not found"',
      (call, response) => replyError(call, response, -32002, 'Blockhash not found'),
    ],
    ['it answered HTTP 503', (_call, response) => response.writeHead(503).end()],
    ['the connection broke off', (_call, response) => response.destroy()],
  ])('tells what came of it: %s', async (error, answer) => {
    const { url, calls } = await startTestNode(answer)
    const outcome = await connectRpc(url, { firstRetryMs: 1 }).broadcast(ATTEMPT)
    expect(outcome).toEqual({ accepted: false, error })
    expect(calls).toHaveLength(1)
  })
})

test('simulates bytes without a signature, on the newest blockhash', async () => {
  const value = { err: null, logs: ['log'], unitsConsumed: 1_234 }
  const { rpc, calls } = await clusterWith({ context: { slot: 1 }, value })
  const simulation = await rpc.simulate({ wireBytes: new Uint8Array([1, 2, 3]) } as never)
  expect(simulation).toEqual({ error: null, failedInstruction: null, logs: ['log'], computeUnits: 1_234 })
  expect(calls[0]).toMatchObject({
    method: 'simulateTransaction',
    params: [
      'AQID',
      { encoding: 'base64', sigVerify: false, replaceRecentBlockhash: true, commitment: 'confirmed' },
    ],
  })
})

test('names the instruction that failed in a simulation', async () => {
  const err = { InstructionError: [3, { Custom: 1 }] }
  const { rpc } = await clusterWith({ context: { slot: 1 }, value: { err, logs: null } })
  expect(await rpc.simulate({ wireBytes: new Uint8Array() } as never)).toMatchObject({
    error: '{"InstructionError":[3,{"Custom":1}]}',
    failedInstruction: 3,
    logs: [],
    computeUnits: 0,
  })
})

test('reads an account at finalized, with the slot of the bank', async () => {
  const account = {
    owner: SOME,
    lamports: 5,
    executable: false,
    data: ['AQID', 'base64'],
    rentEpoch: 0,
    space: 3,
  }
  const { rpc, calls } = await clusterWith({ context: { slot: 42 }, value: account })
  expect(await rpc.finalizedAccount(SOME)).toEqual({
    contextSlot: 42,
    account: { owner: SOME, lamports: 5n, executable: false, data: new Uint8Array([1, 2, 3]) },
  })
  expect(calls[0]).toMatchObject({ method: 'getAccountInfo', params: [SOME, {}] })
  expect(commitmentOf(calls[0])).toBe('finalized')

  const { rpc: empty } = await clusterWith({ context: { slot: 42 }, value: null })
  expect(await empty.finalizedAccount(SOME)).toEqual({ contextSlot: 42, account: null })
})

test('reads a page of the finalized history, and which of it failed', async () => {
  const { rpc, calls } = await clusterWith([
    {
      signature: 'b',
      slot: 9,
      memo: '[9] ferry:x',
      err: null,
      blockTime: 1,
      confirmationStatus: 'finalized',
    },
    { signature: 'a', slot: 8, memo: null, err: { InstructionError: [0, 'Custom'] }, blockTime: 1 },
  ])
  const options = { before: 'c' as never, minContextSlot: 7, limit: 2 }
  expect(await rpc.historyOf(SOME, options)).toEqual([
    { signature: 'b', slot: 9, memo: '[9] ferry:x', failed: false },
    { signature: 'a', slot: 8, memo: null, failed: true },
  ])
  expect(calls[0]).toMatchObject({
    method: 'getSignaturesForAddress',
    params: [SOME, { before: 'c', minContextSlot: 7, limit: 2 }],
  })
  expect(commitmentOf(calls[0])).toBe('finalized')
})

describe('transaction', () => {
  /** Signs a transaction of two signers. Returns it with the addresses that its message names. */
  async function signedTransaction() {
    const [payer, approver] = await Promise.all([generateKeyPairSigner(), generateKeyPairSigner()])
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      (message) => setTransactionMessageFeePayerSigner(payer, message),
      (message) =>
        setTransactionMessageLifetimeUsingBlockhash(
          { blockhash: BLOCKHASH, lastValidBlockHeight: 1n },
          message,
        ),
      (message) =>
        appendTransactionMessageInstruction(
          getAddMemoInstruction({ memo: 'm', signers: [approver] }, { programAddress: MEMO_PROGRAM_ADDRESS }),
          message,
        ),
    )
    const signed = await signTransactionMessageWithSigners(message)
    const wireText = Buffer.from(getTransactionEncoder().encode(signed)).toString('base64')
    return {
      signature: getSignatureFromTransaction(signed),
      wireText,
      payer: payer.address,
      approver: approver.address,
    }
  }

  const balance = (accountIndex: number, mint: Address, owner: Address, amount: string) => ({
    accountIndex,
    mint,
    owner,
    uiTokenAmount: { amount, decimals: 6, uiAmount: null, uiAmountString: amount },
  })

  const recordOf = (wireText: string, meta: object) => ({
    slot: 99,
    blockTime: 1,
    version: 0,
    transaction: [wireText, 'base64'],
    meta: { err: null, fee: 5_000, preBalances: [], postBalances: [], ...meta },
  })

  test('reads signers, time, created accounts, and movements of the one mint', async () => {
    const { signature, wireText, payer, approver } = await signedTransaction()
    // Payer, approver, the memo program, then what came out of lookup tables: writable before read-only.
    const loaded = { writable: [SOME], readonly: [OTHER_MINT] }
    const { rpc, calls } = await clusterWith(
      recordOf(wireText, {
        loadedAddresses: loaded,
        preBalances: [9, 9, 1, 0, 1],
        preTokenBalances: [
          balance(1, MINT, payer, '1000'),
          balance(0, OTHER_MINT, payer, '77'),
          balance(2, MINT, payer, '5'),
        ],
        postTokenBalances: [
          balance(1, MINT, payer, '400'),
          balance(3, MINT, SOME, '18446744073709551615'),
          balance(4, MINT, approver, '1'),
          balance(2, MINT, payer, '5'),
        ],
      }),
    )
    expect(await rpc.transaction(signature, MINT)).toEqual({
      slot: 99,
      error: null,
      signers: [payer, approver],
      memo: 'm',
      absentBefore: [SOME],
      movements: [
        { tokenAccount: approver, owner: payer, baseUnits: -600n },
        { tokenAccount: SOME, owner: SOME, baseUnits: 18446744073709551615n },
        { tokenAccount: OTHER_MINT, owner: approver, baseUnits: 1n },
      ],
    })
    expect(calls[0]).toMatchObject({
      method: 'getTransaction',
      params: [signature, { encoding: 'base64', maxSupportedTransactionVersion: 1 }],
    })
    expect(commitmentOf(calls[0])).toBe('finalized')
  })

  test('reads the error of one that failed', async () => {
    const { signature, wireText } = await signedTransaction()
    const { rpc } = await clusterWith(
      recordOf(wireText, { err: { InsufficientFundsForRent: { account_index: 2 } } }),
    )
    expect(await rpc.transaction(signature, MINT)).toMatchObject({
      error: '{"InsufficientFundsForRent":{"account_index":2}}',
      movements: [],
    })
  })

  test('is null where the node has none', async () => {
    const { rpc } = await clusterWith(null)
    expect(await rpc.transaction('1'.repeat(64), MINT)).toBeNull()
  })

  test('rejects the record of another transaction', async () => {
    const { wireText } = await signedTransaction()
    const { signature } = await signedTransaction()
    const { rpc } = await clusterWith(recordOf(wireText, {}))
    await expect(rpc.transaction(signature, MINT)).rejects.toThrow('did not answer as a Solana node does')
  })

  test('rejects a record without the field for an error', async () => {
    const { signature, wireText } = await signedTransaction()
    const { rpc } = await clusterWith(recordOf(wireText, { err: undefined }))
    await expect(rpc.transaction(signature, MINT)).rejects.toThrow('did not answer as a Solana node does')
  })
})

test('accounts come in pages of 100, in the order asked for, null where there is none', async () => {
  const present = { owner: SOME, lamports: 5, executable: true, data: ['', 'base64'], rentEpoch: 0, space: 0 }
  const { rpc, calls } = await clusterThat((call, response) => {
    const [page] = call.params as [unknown[]]
    const value = page.map((address) => (address === MINT ? present : null))
    reply(call, response, { context: { slot: 1 }, value })
  })
  const accounts = await rpc.accounts([...Array<Address>(149).fill(SOME), MINT])
  expect(accounts).toHaveLength(150)
  expect(accounts.findIndex((account) => account !== null)).toBe(149)
  expect(calls.map(({ params: [page] }) => (page as unknown[]).length).toSorted()).toEqual(
    [100, 50].toSorted(),
  )
})

test('a status is read with its slot, its commitment and its error', async () => {
  const { rpc, calls } = await clusterWith({
    context: { slot: 50 },
    value: [
      null,
      { slot: 40, confirmations: null, confirmationStatus: 'finalized', err: null },
      { slot: 41, confirmations: 1, confirmationStatus: 'confirmed', err: 'AccountInUse' },
    ],
  })
  expect(await rpc.signatureStatuses(['a', 'b', 'c'], { searchHistory: true })).toEqual({
    contextSlot: 50,
    statuses: [
      null,
      { slot: 40, commitment: 'finalized', error: null },
      { slot: 41, commitment: 'confirmed', error: '"AccountInUse"' },
    ],
  })
  expect(calls[0]?.params).toEqual([['a', 'b', 'c'], { searchTransactionHistory: true }])
})

test('the length of slots is the mean of the samples of a node; null where it has none', async () => {
  const sample = (numSlots: number, samplePeriodSecs = 60) => ({ slot: 1, numSlots, samplePeriodSecs })
  const { rpc, calls } = await clusterWith([sample(300), sample(150), sample(150)])
  expect(await rpc.recentSlotMs()).toBe(300)
  expect(calls[0]).toMatchObject({ method: 'getRecentPerformanceSamples', params: [5] })
  for (const none of [[], [sample(0)]]) expect(await (await clusterWith(none)).rpc.recentSlotMs()).toBeNull()
})

/** Makes the data of the Rent sysvar: the rate, the threshold in years, and the share that was burnt. */
function sysvar(lamportsPerByte: bigint, threshold: number): Uint8Array {
  const data = Buffer.alloc(17)
  data.writeBigUInt64LE(lamportsPerByte)
  data.writeDoubleLE(threshold, 8)
  return data
}

const rentOf = (data: Uint8Array, bytes: number) =>
  rentExemptLamports({ owner: SOME, lamports: 1n, executable: false, data }, bytes)

test.each([
  ['mainnet until SIMD-0194', 3_480n, 2, 165, 2_039_280n],
  ['the same since', 6_960n, 1, 165, 2_039_280n],
  ['a wallet, which has no bytes', 6_960n, 1, 0, 890_880n],
  ['the first step of SIMD-0437', 5_080n, 1, 165, 1_488_440n],
])('rent of %s', (_, rate, threshold, bytes, lamports) => {
  expect(rentOf(sysvar(rate, threshold), bytes)).toBe(lamports)
})

test('what is no Rent sysvar has no rent', () => {
  expect(() => rentOf(new Uint8Array(8), 0)).toThrow()
  expect(() => rentOf(sysvar(6_960n, Number.NaN), 0)).toThrow()
  expect(() => rentOf(sysvar(6_960n, 1.5), 0)).toThrow()
  expect(() => rentExemptLamports(null, 0)).toThrow()
})

test('a node that hangs is reported within 20 s', { timeout: 40_000 }, async () => {
  const { url } = await startTestNode(() => {})
  const startedAtMs = performance.now()
  await expect(connectRpc(url).genesisHash()).rejects.toMatchObject({
    message: 'it did not answer within 6 s',
    nodeName: new URL(url).host,
  })
  expect(performance.now() - startedAtMs).toBeLessThan(20_000)
})

const status = { slot: 40, confirmations: null, confirmationStatus: 'finalized', err: null }

test.each<[string, unknown, (rpc: SolanaRpc) => Promise<unknown>]>([
  ['a result that is null', null, (rpc) => rpc.latestBlockhash()],
  ['fewer statuses than asked for', { context: { slot: 1 }, value: [] }, statusesOf],
  ['more statuses than asked for', { context: { slot: 1 }, value: [status, status] }, statusesOf],
  [
    'a status without the field for an error',
    { context: { slot: 1 }, value: [{ ...status, err: undefined }] },
    statusesOf,
  ],
  ['a status without its slot', { context: { slot: 1 }, value: [{ ...status, slot: null }] }, statusesOf],
  ['statuses without the slot of the bank', { context: {}, value: [status] }, statusesOf],
  ['fewer accounts than asked for', { context: { slot: 1 }, value: [] }, (rpc) => rpc.accounts([SOME])],
  [
    'accounts of an older bank than asked for',
    { context: { slot: 1 }, value: [null] },
    (rpc) => rpc.accounts([SOME], { minContextSlot: 2 }),
  ],
  ['a height that is text', { blockHeight: '7', absoluteSlot: 8 }, (rpc) => rpc.finalizedPosition()],
  ['samples that are no list', {}, (rpc) => rpc.recentSlotMs()],
  [
    'a sample whose slots are text',
    [{ slot: 1, numSlots: '9', samplePeriodSecs: 60 }],
    (rpc) => rpc.recentSlotMs(),
  ],
  ['an object for the first block', {}, (rpc) => rpc.firstAvailableBlock()],
])('%s is no answer', async (_title, result, ask) => {
  const { rpc } = await clusterWith(result)
  await expect(ask(rpc)).rejects.toMatchObject({
    name: 'RpcUnavailableError',
    message: 'it did not answer as a Solana node does',
    nodeName: rpc.name,
  })
})

function statusesOf(rpc: SolanaRpc) {
  return rpc.signatureStatuses(['a'], { searchHistory: false })
}
