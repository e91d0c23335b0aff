import {
  type Address,
  createSolanaRpc,
  generateKeyPairSigner,
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
import { getTransferSolInstruction } from '@solana-program/system'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { memoInstruction, openTestWallet, type TestWallet } from '../../test/harness/test-wallet.ts'
import { COMMITMENTS } from './block-chain.ts'
import { type Localnet, startLocalnet } from './start-localnet.ts'

const BASE64 = { encoding: 'base64', preflightCommitment: 'processed' } as const
const BLIND = { ...BASE64, skipPreflight: true } as const
const SOL = 1_000_000_000n

let localnet: Localnet
let wallet: TestWallet
let recipient: Address

beforeAll(async () => {
  localnet = await startLocalnet({ slotMs: null })
  wallet = await openTestWallet(localnet)
})
afterAll(() => localnet.close())
beforeEach(async () => {
  recipient = (await generateKeyPairSigner()).address
})

function tick(blocks: number) {
  for (let made = 0; made < blocks; made += 1) localnet.cluster.tick()
}

function transfer(amount: bigint) {
  return getTransferSolInstruction({ source: wallet.signer, destination: recipient, amount })
}

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
  test('a transfer lands at once and becomes confirmed, then finalized, as blocks pass', async () => {
    const young = await startLocalnet({ slotMs: null, confirmedAfterSlots: 2, finalizedAfterSlots: 5 })
    const sender = await openTestWallet(young)
    const signature = await sender.send([
      getTransferSolInstruction({ source: sender.signer, destination: recipient, amount: SOL }),
    ])
    const { value: balance } = await sender.rpc.getBalance(recipient).send()
    expect(balance).toBe(SOL)
    const seen: string[] = []
    for (let blocks = 0; blocks <= 6; blocks += 1) {
      const { value } = await sender.rpc.getSignatureStatuses([signature]).send()
      seen.push(`${value[0]?.confirmationStatus} ${value[0]?.confirmations}`)
      young.cluster.tick()
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
    await young.close()
  })

  test('accounts hold what they held at the commitment', async () => {
    const young = await startLocalnet({ slotMs: null, confirmedAfterSlots: 2, finalizedAfterSlots: 5 })
    const { rpc, send, signer: source } = await openTestWallet(young)
    const balances = () =>
      Promise.all(
        COMMITMENTS.map(async (commitment) => (await rpc.getBalance(recipient, { commitment }).send()).value),
      )
    young.tick()
    await send([getTransferSolInstruction({ source, destination: recipient, amount: SOL })])
    const seen = [await balances()]
    young.tick()
    await send([getTransferSolInstruction({ source, destination: recipient, amount: 2n * SOL })])
    for (let blocks = 0; blocks < 6; blocks += 1) {
      seen.push(await balances())
      young.tick()
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
    await young.close()
  })
})

describe('expiry', () => {
  test.each([
    { blocks: 150, lands: true },
    { blocks: 151, lands: false },
  ])('$blocks blocks after its blockhash, a transaction lands: $lands', async ({ blocks, lands }) => {
    const { wire, signature } = await wallet.sign([transfer(SOL)])
    tick(blocks)
    expect(await wallet.rpc.sendTransaction(wire, BLIND).send()).toBe(signature)
    expect(await wallet.balanceOf(recipient)).toBe(lands ? SOL : 0n)
    expect((await wallet.statusOf(signature)) !== null).toBe(lands)
  })

  test('preflight at a commitment that does not know the blockhash yet refuses it', async () => {
    const { wire } = await wallet.sign([transfer(SOL)])
    const config = { ...BASE64, preflightCommitment: 'finalized' } as const
    const cause = await preflightCause(wallet.rpc.sendTransaction(wire, config).send())
    expect(isSolanaError(cause, SOLANA_ERROR__TRANSACTION_ERROR__BLOCKHASH_NOT_FOUND)).toBe(true)
  })
})

describe('the same bytes again', () => {
  test('run once', async () => {
    const { wire, signature } = await wallet.sign([transfer(SOL)])
    for (const blocks of [0, 1, 100]) {
      tick(blocks)
      expect(await wallet.rpc.sendTransaction(wire, BLIND).send()).toBe(signature)
    }
    expect(await wallet.balanceOf(recipient)).toBe(SOL)
  })

  test('run once when sent at the same time', async () => {
    const { wire } = await wallet.sign([transfer(SOL)])
    // One client would merge equal requests into one.
    const clients = [1, 2, 3].map(() => createSolanaRpc(localnet.url))
    await Promise.all(clients.map((rpc) => rpc.sendTransaction(wire, BLIND).send()))
    expect(await wallet.balanceOf(recipient)).toBe(SOL)
  })

  test('are refused by preflight', async () => {
    const { wire } = await wallet.sign([transfer(SOL)])
    await wallet.rpc.sendTransaction(wire, BASE64).send()
    const cause = await preflightCause(wallet.rpc.sendTransaction(wire, BASE64).send())
    expect(isSolanaError(cause, SOLANA_ERROR__TRANSACTION_ERROR__ALREADY_PROCESSED)).toBe(true)
  })
})

describe('a transaction that fails', () => {
  test('lands with its error and pays its fee when preflight is skipped', async () => {
    const before = await wallet.balanceOf(wallet.signer.address)
    const signature = await wallet.send([memoInstruction('first'), transfer(1000n * SOL)], {
      skipPreflight: true,
    })
    expect(await wallet.balanceOf(wallet.signer.address)).toBe(before - 5000n)
    const err = { InstructionError: [1n, { Custom: 1n }] }
    expect(await wallet.statusOf(signature)).toMatchObject({ err, status: { Err: err } })
    tick(2)
    const config = { commitment: 'confirmed', encoding: 'base64', maxSupportedTransactionVersion: 0 } as const
    const landed = await wallet.rpc.getTransaction(signature, config).send()
    expect(landed?.meta).toMatchObject({ err, fee: 5000n })
  })

  test('is refused by preflight with its error and logs, and pays nothing', async () => {
    const before = await wallet.balanceOf(wallet.signer.address)
    const error = await rejectionOf(wallet.send([transfer(1000n * SOL)]))
    expect(error).toMatchObject({
      cause: { context: { __code: SOLANA_ERROR__INSTRUCTION_ERROR__CUSTOM, code: 1, index: 0 } },
      context: { logs: expect.arrayContaining([expect.stringContaining('insufficient lamports')]) },
    })
    expect(await wallet.balanceOf(wallet.signer.address)).toBe(before)
  })

  test('of a payer without funds leaves no trace', async () => {
    const poor = await openTestWallet(localnet, 0n)
    const signature = await poor.send([memoInstruction('free')], { skipPreflight: true })
    expect(await wallet.statusOf(signature)).toBeNull()
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
    const memoOfLength = async (length: number) => wallet.sign([memoInstruction('x'.repeat(length))])
    const { transaction } = await memoOfLength(200)
    const spare = bytes - getTransactionEncoder().encode(transaction).length
    const { transaction: padded, wire } = await memoOfLength(200 + spare)
    expect(getTransactionEncoder().encode(padded).length).toBe(bytes)
    const error = await rejectionOf(wallet.rpc.sendTransaction(wire, BLIND).send())
    expect(isSolanaError(error, SOLANA_ERROR__JSON_RPC__INVALID_PARAMS)).toBe(!accepted)
  })

  test.each([{ config: BASE64 }, { config: BLIND }])('a bad signature ($config)', async ({ config }) => {
    const { transaction } = await wallet.sign([transfer(SOL)])
    const bytes = new Uint8Array(getTransactionEncoder().encode(transaction))
    bytes[10] = (bytes[10] ?? 0) ^ 1
    const wire = getBase64Decoder().decode(bytes) as Awaited<ReturnType<TestWallet['sign']>>['wire']
    const error = await rejectionOf(wallet.rpc.sendTransaction(wire, config).send())
    const code = SOLANA_ERROR__JSON_RPC__SERVER_ERROR_TRANSACTION_SIGNATURE_VERIFICATION_FAILURE
    expect(isSolanaError(error, code)).toBe(true)
    expect(await wallet.balanceOf(recipient)).toBe(0n)
  })

  test('a context slot that was not reached', async () => {
    const { wire } = await wallet.sign([transfer(SOL)])
    const minContextSlot = BigInt(localnet.cluster.chain.tip.slot)
    const early = { ...BLIND, minContextSlot: minContextSlot + 1n }
    const error = await rejectionOf(wallet.rpc.sendTransaction(wire, early).send())
    const code = SOLANA_ERROR__JSON_RPC__SERVER_ERROR_MIN_CONTEXT_SLOT_NOT_REACHED
    expect(isSolanaError(error, code)).toBe(true)
    await wallet.rpc.sendTransaction(wire, { ...BLIND, minContextSlot }).send()
    expect(await wallet.balanceOf(recipient)).toBe(SOL)
  })
})
