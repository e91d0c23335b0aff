import {
  createSolanaRpc,
  getBase64Decoder,
  getTransactionEncoder,
  isSolanaError,
  SOLANA_ERROR__INSTRUCTION_ERROR__CUSTOM,
  SOLANA_ERROR__JSON_RPC__INVALID_PARAMS,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_MIN_CONTEXT_SLOT_NOT_REACHED,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_TRANSACTION_SIGNATURE_VERIFICATION_FAILURE,
  SOLANA_ERROR__TRANSACTION_ERROR__ALREADY_PROCESSED,
  SOLANA_ERROR__TRANSACTION_ERROR__BLOCKHASH_NOT_FOUND,
} from '@solana/kit'
import { describe, expect, test } from 'vitest'
import { forEachTest } from '../../test/harness/for-tests.ts'
import {
  memoInstruction,
  openTestWallet,
  startTickedLocalnet,
  type TestWallet,
} from '../../test/harness/test-wallet.ts'
import { COMMITMENTS } from './block-chain.ts'

const BASE64 = { encoding: 'base64', preflightCommitment: 'processed' } as const
const BLIND = { ...BASE64, skipPreflight: true } as const
const SOL = 1_000_000_000n

const net = forEachTest(() => startTickedLocalnet(0))

/** Returns the error that the promise was rejected with. */
async function rejectionOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'was accepted',
    (error: unknown) => error,
  )
}

/** Returns the transaction error inside a preflight failure. */
async function preflightCause(promise: Promise<unknown>): Promise<unknown> {
  const error = await rejectionOf(promise)
  if (!isSolanaError(error, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE))
    throw error
  return error.cause
}

describe('commitment', () => {
  const young = forEachTest(() => startTickedLocalnet(0, { confirmedAfterSlots: 2, finalizedAfterSlots: 5 }))

  test('a transfer lands at once and becomes confirmed, then finalized, as blocks pass', async () => {
    const signature = await young.wallet.send([young.transfer()])
    expect(await young.balance()).toBe(SOL)
    const seen: string[] = []
    for (let blocks = 0; blocks <= 6; blocks += 1) {
      const status = await young.wallet.statusOf(signature)
      seen.push(`${status?.confirmationStatus} ${status?.confirmations}`)
      young.tick(1)
    }
    expect(seen).toEqual([
      'processed 0',
      'processed 1',
      'confirmed 2',
      'confirmed 3',
      'confirmed 4',
      'finalized null',
      'finalized null',
    ])
  })

  test('accounts hold what they held at the commitment', async () => {
    const { rpc, send } = young.wallet
    const balances = () =>
      Promise.all(
        COMMITMENTS.map(
          async (commitment) => (await rpc.getBalance(young.recipient, { commitment }).send()).value,
        ),
      )
    young.tick(1)
    await send([young.transfer()])
    const seen = [await balances()]
    young.tick(1)
    await send([young.transfer(2n * SOL)])
    for (let blocks = 0; blocks < 6; blocks += 1) {
      seen.push(await balances())
      young.tick(1)
    }
    expect(seen.map((lamports) => lamports.map((balance) => balance / SOL))).toEqual([
      [1n, 0n, 0n],
      [3n, 0n, 0n],
      [3n, 1n, 0n],
      [3n, 3n, 0n],
      [3n, 3n, 0n],
      [3n, 3n, 1n],
      [3n, 3n, 3n],
    ])
  })
})

describe('expiry', () => {
  test.each([
    { blocks: 150, lands: true },
    { blocks: 151, lands: false },
  ])('$blocks blocks after its blockhash, a transaction lands: $lands', async ({ blocks, lands }) => {
    const { wire, signature } = await net.wallet.sign([net.transfer()])
    net.tick(blocks)
    expect(await net.wallet.sendBlind(wire)).toBe(signature)
    expect(await net.balance()).toBe(lands ? SOL : 0n)
    expect((await net.wallet.statusOf(signature)) !== null).toBe(lands)
  })

  test('preflight at a commitment that does not know the blockhash yet refuses it', async () => {
    const { wire } = await net.wallet.sign([net.transfer()])
    const config = { ...BASE64, preflightCommitment: 'finalized' } as const
    const cause = await preflightCause(net.wallet.rpc.sendTransaction(wire, config).send())
    expect(isSolanaError(cause, SOLANA_ERROR__TRANSACTION_ERROR__BLOCKHASH_NOT_FOUND)).toBe(true)
  })
})

describe('the same bytes again', () => {
  test('run once', async () => {
    const { wire, signature } = await net.wallet.sign([net.transfer()])
    for (const blocks of [0, 1, 100]) {
      net.tick(blocks)
      expect(await net.wallet.sendBlind(wire)).toBe(signature)
    }
    expect(await net.balance()).toBe(SOL)
  })

  test('run once when sent at the same time', async () => {
    const { wire } = await net.wallet.sign([net.transfer()])
    // One client would merge equal requests into one.
    const clients = [1, 2, 3].map(() => createSolanaRpc(net.localnet.url))
    await Promise.all(clients.map((rpc) => rpc.sendTransaction(wire, BLIND).send()))
    expect(await net.balance()).toBe(SOL)
  })

  test('are refused by preflight', async () => {
    const { wire } = await net.wallet.sign([net.transfer()])
    await net.wallet.rpc.sendTransaction(wire, BASE64).send()
    const cause = await preflightCause(net.wallet.rpc.sendTransaction(wire, BASE64).send())
    expect(isSolanaError(cause, SOLANA_ERROR__TRANSACTION_ERROR__ALREADY_PROCESSED)).toBe(true)
  })
})

describe('a transaction that fails', () => {
  test('lands with its error and pays its fee when preflight is skipped', async () => {
    const before = await net.wallet.balanceOf()
    const signature = await net.wallet.send([memoInstruction('first'), net.transfer(1000n * SOL)], {
      skipPreflight: true,
    })
    expect(await net.wallet.balanceOf()).toBe(before - 5000n)
    const err = { InstructionError: [1n, { Custom: 1n }] }
    expect(await net.wallet.statusOf(signature)).toMatchObject({ err, status: { Err: err } })
    net.tick(2)
    const landed = await net.wallet.transactionOf(signature)
    expect(landed?.meta).toMatchObject({ err, fee: 5000n })
  })

  test('is refused by preflight with its error and logs, and pays nothing', async () => {
    const before = await net.wallet.balanceOf()
    const error = await rejectionOf(net.wallet.send([net.transfer(1000n * SOL)]))
    expect(error).toMatchObject({
      cause: { context: { __code: SOLANA_ERROR__INSTRUCTION_ERROR__CUSTOM, code: 1, index: 0 } },
      context: { logs: expect.arrayContaining([expect.stringContaining('insufficient lamports')]) },
    })
    expect(await net.wallet.balanceOf()).toBe(before)
  })

  test('of a payer without funds leaves no trace', async () => {
    const poor = await openTestWallet(net.localnet, 0n)
    const signature = await poor.send([memoInstruction('free')], { skipPreflight: true })
    expect(await net.wallet.statusOf(signature)).toBeNull()
    expect(await rejectionOf(poor.send([memoInstruction('free')]))).toMatchObject({
      context: { __code: SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE },
    })
  })
})

describe('refused whatever the options', () => {
  test.each([
    { bytes: 1232, accepted: true },
    { bytes: 1233, accepted: false },
  ])('$bytes bytes: accepted $accepted', async ({ bytes, accepted }) => {
    const memoOfLength = async (length: number) => net.wallet.sign([memoInstruction('x'.repeat(length))])
    const { transaction } = await memoOfLength(200)
    const spare = bytes - getTransactionEncoder().encode(transaction).length
    const { transaction: padded, wire } = await memoOfLength(200 + spare)
    expect(getTransactionEncoder().encode(padded).length).toBe(bytes)
    const error = await rejectionOf(net.wallet.sendBlind(wire))
    expect(isSolanaError(error, SOLANA_ERROR__JSON_RPC__INVALID_PARAMS)).toBe(!accepted)
  })

  test.each([{ config: BASE64 }, { config: BLIND }])('a bad signature ($config)', async ({ config }) => {
    const { transaction } = await net.wallet.sign([net.transfer()])
    const bytes = new Uint8Array(getTransactionEncoder().encode(transaction))
    bytes[10] = (bytes[10] ?? 0) ^ 1
    const wire = getBase64Decoder().decode(bytes) as Awaited<ReturnType<TestWallet['sign']>>['wire']
    const error = await rejectionOf(net.wallet.rpc.sendTransaction(wire, config).send())
    const code = SOLANA_ERROR__JSON_RPC__SERVER_ERROR_TRANSACTION_SIGNATURE_VERIFICATION_FAILURE
    expect(isSolanaError(error, code)).toBe(true)
    expect(await net.balance()).toBe(0n)
  })

  test('a context slot that was not reached', async () => {
    const { wire } = await net.wallet.sign([net.transfer()])
    const minContextSlot = BigInt(net.localnet.cluster.chain.tip.slot)
    const early = { ...BLIND, minContextSlot: minContextSlot + 1n }
    const error = await rejectionOf(net.wallet.rpc.sendTransaction(wire, early).send())
    const code = SOLANA_ERROR__JSON_RPC__SERVER_ERROR_MIN_CONTEXT_SLOT_NOT_REACHED
    expect(isSolanaError(error, code)).toBe(true)
    await net.wallet.rpc.sendTransaction(wire, { ...BLIND, minContextSlot }).send()
    expect(await net.balance()).toBe(SOL)
  })
})
