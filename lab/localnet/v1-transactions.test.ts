import {
  appendTransactionMessageInstructions,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64Decoder,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  getTransactionEncoder,
  type Instruction,
  isSolanaError,
  pipe,
  SOLANA_ERROR__JSON_RPC__INVALID_PARAMS,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_UNSUPPORTED_TRANSACTION_VERSION,
  SOLANA_ERROR__TRANSACTION_ERROR__UNSUPPORTED_VERSION,
  setTransactionMessageConfig,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
  type TransactionMessageBytesBase64,
  type V1TransactionConfig,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import { afterEach, describe, expect, test } from 'vitest'
import { memoInstruction, openTestWallet, type TestWallet } from '../../test/harness/test-wallet.ts'
import { type Localnet, startLocalnet } from './start-localnet.ts'

const BASE64 = { encoding: 'base64', preflightCommitment: 'processed' } as const
const LIMITS = { computeUnitLimit: 200_000, loadedAccountsDataSizeLimit: 64 * 1024 * 1024 }

let localnet: Localnet
let wallet: TestWallet
afterEach(() => localnet.close())

async function start(v1Transactions: boolean): Promise<void> {
  localnet = await startLocalnet({ slotMs: null, v1Transactions })
  wallet = await openTestWallet(localnet)
}

async function signV1(instructions: Instruction[], config: V1TransactionConfig = LIMITS) {
  const lifetime = await wallet.latestLifetime()
  const message = pipe(
    createTransactionMessage({ version: 1 }),
    (m) => setTransactionMessageFeePayerSigner(wallet.signer, m),
    (m) => setTransactionMessageLifetimeUsingBlockhash(lifetime, m),
    (m) => setTransactionMessageConfig(config, m),
    (m) => appendTransactionMessageInstructions(instructions, m),
  )
  const transaction = await signTransactionMessageWithSigners(message)
  const wire = getBase64EncodedWireTransaction(transaction)
  return { transaction, signature: getSignatureFromTransaction(transaction), wire }
}

/** Agave 4.2 answers so while the feature is not activated. */
describe('where it is not activated, v1 is', () => {
  test('refused by simulation and preflight', async () => {
    await start(false)
    const { wire } = await signV1([memoInstruction('hi')])
    const { value } = await wallet.rpc.simulateTransaction(wire, BASE64).send()
    expect(value).toMatchObject({ err: 'UnsupportedVersion', unitsConsumed: 0n })
    const error = await wallet.rpc
      .sendTransaction(wire, BASE64)
      .send()
      .catch((error: unknown) => error)
    expect(
      isSolanaError(error, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE),
    ).toBe(true)
    expect(isSolanaError((error as Error).cause, SOLANA_ERROR__TRANSACTION_ERROR__UNSUPPORTED_VERSION)).toBe(
      true,
    )
  })

  test('accepted without preflight, and never lands', async () => {
    await start(false)
    const { wire, signature } = await signV1([memoInstruction('hi')])
    expect(await wallet.sendBlind(wire)).toBe(signature)
    localnet.tick()
    expect(await wallet.statusOf(signature)).toBeNull()
  })
})

describe('once activated, v1', () => {
  test('lands, and is shown to whom can read it, with fee and memo', async () => {
    await start(true)
    const { address: recipient } = await generateKeyPairSigner()
    const transfer = getTransferSolInstruction({
      source: wallet.signer,
      destination: recipient,
      amount: 2_000_000_000n,
    })
    const { wire, signature, transaction } = await signV1([transfer, memoInstruction('hi')], {
      ...LIMITS,
      priorityFeeLamports: 7n,
    })
    const message = getBase64Decoder().decode(transaction.messageBytes) as TransactionMessageBytesBase64
    const { value: fee } = await wallet.rpc.getFeeForMessage(message).send()
    expect(fee).toBe(5007n)
    expect(await wallet.rpc.sendTransaction(wire, BASE64).send()).toBe(signature)
    localnet.tick()

    const config = { commitment: 'confirmed', encoding: 'base64' } as const
    const old = wallet.rpc.getTransaction(signature, { ...config, maxSupportedTransactionVersion: 0 }).send()
    await expect(old).rejects.toMatchObject({
      context: { __code: SOLANA_ERROR__JSON_RPC__SERVER_ERROR_UNSUPPORTED_TRANSACTION_VERSION },
    })
    const landed = await wallet.rpc
      .getTransaction(signature, { ...config, maxSupportedTransactionVersion: 1 })
      .send()
    expect(landed).toMatchObject({
      version: 1,
      transaction: [wire, 'base64'],
      meta: { err: null, fee: 5007n },
    })
    expect(landed?.meta?.postBalances[1]).toBe(2_000_000_000n)
    const [listed] = await wallet.rpc.getSignaturesForAddress(recipient, { commitment: 'confirmed' }).send()
    expect(listed).toMatchObject({ signature, memo: '[2] hi' })
  })

  test('is answered in JSON as the older ones are', async () => {
    await start(true)
    const { wire, signature } = await signV1([memoInstruction('hi')])
    await wallet.rpc.sendTransaction(wire, BASE64).send()
    localnet.tick()
    const landed = await wallet.rpc
      .getTransaction(signature, {
        commitment: 'confirmed',
        encoding: 'json',
        maxSupportedTransactionVersion: 1,
      })
      .send()
    expect(landed?.version).toBe(1)
    expect(landed?.transaction.signatures).toEqual([signature])
    expect(landed?.transaction.message).toMatchObject({
      accountKeys: [wallet.signer.address, expect.any(String)],
      instructions: [{ programIdIndex: 1, accounts: [], data: '8wr' }],
    })
  })

  test('has no limit that it does not set', async () => {
    await start(true)
    const simulate = async (config: V1TransactionConfig) => {
      const { wire } = await signV1([memoInstruction('hi')], config)
      const { value } = await wallet.rpc.simulateTransaction(wire, BASE64).send()
      return value.err
    }
    const { computeUnitLimit, loadedAccountsDataSizeLimit } = LIMITS
    expect(await simulate({ computeUnitLimit })).toBe('MaxLoadedAccountsDataSizeExceeded')
    expect(await simulate({ loadedAccountsDataSizeLimit })).toMatchObject({
      InstructionError: [0n, expect.anything()],
    })
    expect(await simulate(LIMITS)).toBeNull()
  })

  test.each([
    { bytes: 4096, accepted: true },
    { bytes: 4097, accepted: false },
  ])('of $bytes bytes: accepted $accepted', async ({ bytes, accepted }) => {
    await start(true)
    const { transaction } = await signV1([memoInstruction('x'.repeat(200))])
    const spare = bytes - getTransactionEncoder().encode(transaction).length
    const { wire } = await signV1([memoInstruction('x'.repeat(200 + spare))])
    const error = await wallet.sendBlind(wire).then(
      () => null,
      (error: unknown) => error,
    )
    expect(isSolanaError(error, SOLANA_ERROR__JSON_RPC__INVALID_PARAMS)).toBe(!accepted)
  })

  test('is rolled back by a fork, and lands again by the same signature', async () => {
    await start(true)
    const { wire, signature } = await signV1([memoInstruction('hi')])
    const slot = localnet.cluster.chain.tip.slot
    localnet.tick()
    await wallet.sendBlind(wire)
    expect(await wallet.statusOf(signature)).not.toBeNull()
    localnet.cluster.rollBackTo(slot)
    expect(await wallet.statusOf(signature)).toBeNull()
    await wallet.sendBlind(wire)
    expect(await wallet.statusOf(signature)).not.toBeNull()
  })
})
