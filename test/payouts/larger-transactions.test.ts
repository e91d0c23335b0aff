import { type Address, createSolanaRpc, type Signature } from '@solana/kit'
import { getFreezeAccountInstruction } from '@solana-program/token'
import { afterEach, describe, expect, test } from 'vitest'
import { assertBaseUnits } from '#domain/amounts.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { createTokenAccounts, sendInstructions } from '#lab/localnet/send-instructions.ts'
import { reconcile } from '#payout/records/reconcile.ts'
import { runPayout } from '#payout/run-payout.ts'
import { askFormat } from '#solana/ask-format.ts'
import { MAX_COMPUTE_UNITS } from '#solana/fees.ts'
import { composeUnsignedPayout } from '#solana/payout-transaction.ts'
import { associatedTokenAccount, inspectRecipients } from '#solana/recipients.ts'
import { RpcUnavailableError, type Simulation, type SolanaRpc } from '#solana/solana-rpc.ts'
import { formatOf, type TransactionFormat } from '#solana/transaction-format.ts'
import type { UnsignedTransaction } from '#solana/unsigned-transaction.ts'
import { prepareSendingEnvironment, type SendingEnvironment } from '../harness/sending-environment.ts'

let environment: SendingEnvironment
afterEach(() => environment.close())

const UNREACHABLE = new RpcUnavailableError('The node can not read it')

async function pay({
  batchSize = 100,
  change = {},
}: {
  batchSize?: number
  change?: Partial<SolanaRpc>
} = {}) {
  const { store } = environment
  const run = await environment.createRun(batchSize)
  await runPayout(run, await environment.parts({ node: change }), new AbortController().signal)
  return { run: await store.runs.find(run.id), counts: await store.runs.transferCounts(run.id) }
}

/** Creates wallets that hold the token already. */
async function existingRecipients(count: number): Promise<Address[]> {
  const owners = Array.from({ length: count }, freshSolanaAddress)
  const { wallet, localnet } = environment
  const payer = wallet.signer
  await createTokenAccounts({ rpcUrl: localnet.url, payer, mint: wallet.mint.address, owners })
  return owners
}

async function freeze(owner: Address): Promise<void> {
  const { wallet, localnet } = environment
  const account = await associatedTokenAccount(wallet.mint, owner)
  const freezing = getFreezeAccountInstruction({ account, mint: wallet.mint.address, owner: wallet.signer })
  await sendInstructions(localnet.url, wallet.signer, [freezing])
}

/** Reads the payouts that landed from the chain, oldest first. */
async function landed(): Promise<{ version: unknown; memo: string | null; fee: bigint }[]> {
  const history = await environment.rpc.historyOf(environment.wallet.sourceTokenAccount, {
    minContextSlot: 0,
  })
  const rpc = createSolanaRpc(environment.localnet.url)
  const config = { encoding: 'base64', maxSupportedTransactionVersion: 1, commitment: 'confirmed' } as const
  const payouts = history.filter(({ memo }) => memo?.includes('ferry:')).reverse()
  return Promise.all(
    payouts.map(async ({ signature, memo }) => {
      const transaction = await rpc.getTransaction(signature as Signature, config).send()
      return { version: transaction?.version, memo, fee: transaction?.meta?.fee ?? 0n }
    }),
  )
}

const versions = async () => (await landed()).map(({ version }) => version)

async function expectChainEqualsRecords(payments: number): Promise<void> {
  const { wallet, store, rpc } = environment
  const found = await reconcile(store, rpc, {
    genesisHash: wallet.genesisHash,
    mintAddress: wallet.mint.address,
    walletAddress: wallet.signer.address,
    tokenProgram: wallet.mint.tokenProgram,
    sourceOwner: null,
    sourceTokenAccount: null,
  })
  expect(found).toMatchObject({ chainPayments: payments, recordedPayments: payments, differences: [] })
  expect(found.chainBaseUnits).toBe(found.recordedBaseUnits)
}

/** Answers v1 transactions with `answer`, others as the cluster does. */
function answeringV1(answer: (transaction: UnsignedTransaction) => Promise<Simulation>): Partial<SolanaRpc> {
  return {
    simulate: (transaction) =>
      formatOf(transaction.wireBytes) === 'v1' ? answer(transaction) : environment.rpc.simulate(transaction),
  }
}

const success: Simulation = { error: null, failedInstruction: null, logs: [], computeUnits: 300_000 }
const unsupported: Simulation = { ...success, error: '"UnsupportedVersion"' }

describe('a cluster that takes v1', () => {
  test('is paid on in it: 59 recipients with accounts go into one transaction', async () => {
    environment = await prepareSendingEnvironment()
    const owners = await existingRecipients(59)
    await environment.addClaims(59, (index) => ({ solAddress: owners[index] ?? '' }))
    const { counts } = await pay()
    expect(counts).toMatchObject({ paid: 59, failed: 0 })
    expect(await versions()).toEqual([1])
    await expectChainEqualsRecords(59)
  })

  test('is paid on in it: ten new accounts go into one transaction, and its cost is as recorded', async () => {
    environment = await prepareSendingEnvironment()
    await environment.addClaims(20)
    const { run } = await pay()
    expect(run).toMatchObject({ state: 'completed' })
    const payouts = await landed()
    expect(payouts.map(({ version }) => version)).toEqual([1, 1])
    expect(payouts.every(({ memo }) => memo?.startsWith('[28] ferry:'))).toBe(true)
    const { feeLamports } = await environment.store.runs.cost(run?.id ?? 0)
    expect(payouts.reduce((sum, { fee }) => sum + fee, 0n)).toBe(feeLamports)
    await expectChainEqualsRecords(20)
  })

  test.each([
    { batchSize: 100, what: 'of one batch' },
    { batchSize: 12, what: 'of several batches' },
  ])(
    'one new account that transactions $what pay into is booked once, as it costs once',
    async ({ batchSize }) => {
      environment = await prepareSendingEnvironment()
      const owners = Array.from({ length: 12 }, freshSolanaAddress)
      await environment.addClaims(36, (index) => ({ solAddress: owners[index % owners.length] ?? '' }))
      const lamports = async () => {
        const [account] = await environment.rpc.accounts([environment.wallet.signer.address])
        return account?.lamports ?? 0n
      }
      const before = await lamports()
      const { run, counts } = await pay({ batchSize })
      expect(counts).toMatchObject({ paid: 36, failed: 0 })
      const { feeLamports, rentLamports, transactions } = await environment.store.runs.cost(run?.id ?? 0)
      expect(transactions).toBeGreaterThan(2)
      expect(feeLamports + rentLamports).toBe(before - (await lamports()))
    },
  )

  test('runs the fullest transactions there are, and none fuller', async () => {
    environment = await prepareSendingEnvironment()
    const owners = await existingRecipients(60)
    const news = Array.from({ length: 11 }, freshSolanaAddress)
    const simulated = async (wallets: Address[]) => {
      const { error } = await environment.rpc.simulate(await composeFor(wallets, 'v1'))
      return error
    }
    expect(await simulated(owners.slice(0, 59))).toBeNull()
    await expect(simulated(owners)).rejects.toThrow('maximum allowed is 64')
    expect(await simulated(news.slice(0, 10))).toBeNull()
    expect(await simulated(news)).toContain('MaxInstructionTraceLengthExceeded')
  })

  test('one that is frozen after everything was checked is isolated from the others', async () => {
    environment = await prepareSendingEnvironment({ freezable: true })
    const owners = await existingRecipients(24)
    await environment.addClaims(24, (index) => ({ solAddress: owners[index] ?? '' }))
    const victim = owners[7] as Address
    let isFrozen = false
    const { counts } = await pay({
      change: {
        async broadcast(attempt) {
          if (!isFrozen) {
            isFrozen = true
            await freeze(victim)
          }
          return environment.rpc.broadcast(attempt)
        },
      },
    })
    expect(counts).toMatchObject({ paid: 23, failed: 1 })
    expect(new Set(await versions())).toEqual(new Set([1]))
    await expectChainEqualsRecords(23)
  })

  test('one whose account only looks well is found by simulation, and the others are paid without it', async () => {
    environment = await prepareSendingEnvironment({ freezable: true })
    const { rpc, wallet } = environment
    const owners = await existingRecipients(24)
    await environment.addClaims(24, (index) => ({ solAddress: owners[index] ?? '' }))
    const victim = owners[7] as Address
    const account = await associatedTokenAccount(wallet.mint, victim)
    const [thawed = null] = await rpc.accounts([account])
    await freeze(victim)
    const { counts } = await pay({
      change: {
        async accounts(addresses) {
          const states = await rpc.accounts(addresses)
          return states.map((state, index) => (addresses[index] === account ? thawed : state))
        },
      },
    })
    expect(counts).toMatchObject({ paid: 23, failed: 1 })
    expect(await versions()).toEqual([1])
    const [failed] = await environment.store.claims.list({ limit: 1, status: 'queued' })
    expect(failed).toMatchObject({ solAddress: victim, failure: "The recipient's token account is frozen" })
  })

  test('but refuses it from some batch on: the rest is paid in v0, and nobody is failed', async () => {
    environment = await prepareSendingEnvironment()
    await environment.addClaims(40)
    let answers = 0
    // The detection of the format, and one batch.
    const change = answeringV1((bytes) => {
      answers += 1
      return answers > 2 ? Promise.resolve(unsupported) : environment.rpc.simulate(bytes)
    })
    const { run, counts } = await pay({ batchSize: 10, change })
    expect(run).toMatchObject({ state: 'completed' })
    expect(counts).toMatchObject({ paid: 40, failed: 0 })
    expect(await versions()).toEqual([1, 0, 0, 0, 0])
    await expectChainEqualsRecords(40)
  })

  test.each([
    ['once: that batch alone is paid in v0', 1, [0, 1, 1, 1]],
    ['any more: all is paid in v0', 99, [0, 0, 0, 0]],
  ])('but its node does not answer to it %s', async (_title, times, expected) => {
    environment = await prepareSendingEnvironment()
    await environment.addClaims(30)
    let asked = 0
    const change = answeringV1(async (bytes) => {
      asked += 1
      if (asked > 1 && asked <= 1 + times) throw UNREACHABLE
      return environment.rpc.simulate(bytes)
    })
    const { counts } = await pay({ batchSize: 10, change })
    expect(counts).toMatchObject({ paid: 30, failed: 0 })
    expect(await versions()).toEqual(expected)
    await expectChainEqualsRecords(30)
  })
})

describe('a cluster that does not take v1', () => {
  test('is paid on in v0', async () => {
    environment = await prepareSendingEnvironment({ v1Transactions: false })
    await environment.addClaims(10)
    const { counts } = await pay()
    expect(counts).toMatchObject({ paid: 10 })
    expect(await versions()).toEqual([0, 0])
  })

  test('but simulates it: what never lands is proved expired, and then paid in v0', {
    timeout: 60_000,
  }, async () => {
    environment = await prepareSendingEnvironment({ v1Transactions: false })
    await environment.addClaims(20)
    const sent: TransactionFormat[] = []
    const { run, counts } = await pay({
      change: {
        ...answeringV1(async () => success),
        broadcast(attempt) {
          sent.push(formatOf(attempt.wireBytes))
          return environment.rpc.broadcast(attempt)
        },
      },
    })
    expect(run).toMatchObject({ state: 'completed' })
    expect(counts).toMatchObject({ paid: 20, failed: 0, hold: 0 })
    expect([sent[0], sent.at(-1)]).toEqual(['v1', 'v0'])
    // Three payouts, and the marker that showed the history's reach.
    expect(await versions()).toEqual([0, 0, 0, 0])
    await expectChainEqualsRecords(20)
  })
})

describe('detecting the format that a cluster takes', () => {
  const asked = (change: Partial<SolanaRpc> = {}): Promise<TransactionFormat> =>
    askFormat({ ...environment.rpc, ...change }, environment.wallet.signer.address)

  test('moves nothing and costs nothing', async () => {
    environment = await prepareSendingEnvironment()
    const { wallet, rpc } = environment
    const chainState = async () => {
      const history = await rpc.historyOf(wallet.sourceTokenAccount, { minContextSlot: 0 })
      const [account] = await rpc.accounts([wallet.signer.address])
      return [history.length, account?.lamports]
    }
    // Until the transaction that made the account is finalized, the history grows by itself.
    await expect.poll(chainState).toEqual([1, expect.anything()])
    const before = await chainState()
    expect(await asked()).toBe('v1')
    expect(await chainState()).toEqual(before)
  })

  test('is about more than a v0 transaction holds, and carries no signature', async () => {
    environment = await prepareSendingEnvironment({ v1Transactions: false })
    let question = new Uint8Array()
    await asked({
      async simulate({ wireBytes }) {
        question = new Uint8Array(wireBytes)
        return success
      },
    })
    expect(formatOf(question)).toBe('v1')
    expect(question.length).toBeGreaterThan(1232)
    expect(question.subarray(-64)).toEqual(new Uint8Array(64))
  })

  test('is answered by anything but success: v0', async () => {
    environment = await prepareSendingEnvironment({ v1Transactions: false })
    expect(await asked()).toBe('v0')
    expect(await asked({ simulate: async () => ({ ...success, error: '"SanitizeFailure"' }) })).toBe('v0')
    expect(await asked({ simulate: () => Promise.reject(UNREACHABLE) })).toBe('v0')
    expect(await asked({ simulate: async () => success })).toBe('v1')
  })
})

async function composeFor(
  wallets: readonly Address[],
  format: TransactionFormat,
): Promise<UnsignedTransaction> {
  const { wallet, rpc } = environment
  const recipients = await inspectRecipients(rpc, wallet.mint, wallets)
  return composeUnsignedPayout({
    format,
    sender: wallet.signer,
    mint: wallet.mint,
    sourceTokenAccount: wallet.sourceTokenAccount,
    transfers: recipients.map((recipient) => {
      if (!recipient.payable) throw new Error(recipient.reason)
      return { ...recipient, baseUnits: assertBaseUnits(1n) }
    }),
    memo: 'ferry:is-as-long-as-any-memo',
    ...(await rpc.latestBlockhash()),
    computeUnitLimit: MAX_COMPUTE_UNITS,
    microLamportsPerComputeUnit: 1n,
  })
}
