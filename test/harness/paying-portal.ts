import { type Address, createKeyPairSignerFromBytes } from '@solana/kit'
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import type { AnyInput, Route } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import type { AppContext } from '#app/app-context.ts'
import type { SenderKind } from '#domain/sender.ts'
import type { DemoEnvironment } from '#lab/demo/demo-environment.ts'
import {
  type Environment,
  type FundedWalletOptions,
  MINT_DECIMALS,
  prepareEnvironment,
} from '#lab/environment/environment.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { submitInstructions } from '#lab/localnet/send-instructions.ts'
import { type Localnet, startLocalnet } from '#lab/localnet/start-localnet.ts'
import { connectRpc } from '#solana/connect-rpc.ts'
import { readMint } from '#solana/mint.ts'
import type { SolanaRpc } from '#solana/solana-rpc.ts'
import type { NewClaim } from '#store/database/schema.ts'
import { bindPayment } from './bind-payment.ts'
import { buildXlsx, type XlsxFixture } from './build-xlsx.ts'
import { answerOf, callEndpoint } from './call-endpoint.ts'
import { balanceReader } from './chain-state.ts'
import { addClaims, sampleClaim } from './sample-rows.ts'
import type { ServerBed } from './server-bed.ts'
import { startPortal, type TestPortal } from './start-portal.ts'
import { finalized, memoInstruction } from './test-wallet.ts'
import type { WordsWatch } from './watch-words.ts'

/** A portal, a localnet of quick blocks, and a funded wallet with 1,000,000 tokens of nine decimals. */
export interface PayingPortal extends Environment {
  ferry: TestPortal
  localnet: Localnet
  rpc: SolanaRpc
  /** Calls the API as a signed-in administrator. */
  call(endpoint: Route, input?: AnyInput): Promise<LightMyRequestResponse>
  /** Uploads a form with one file. */
  upload(endpoint: Route, file: { name: string; content: Uint8Array }): Promise<LightMyRequestResponse>
  /** Uploads a workbook of payments for the standalone sender. */
  uploadPayments(rows: XlsxFixture['rows'], name?: string): Promise<LightMyRequestResponse>
  /** Waits until no run of the bulk sender is going. */
  untilEnded(timeoutMs?: number): Promise<void>
  /** Waits until a distribution has been sent. */
  untilSent(distributionId: string): Promise<void>
  /** Starts the bulk sender, and waits until its run has ended. */
  payAll(): Promise<void>
  /** Sets the wallet for one of the two senders, and returns the answer. */
  requestConfig(kind: SenderKind, change?: object): Promise<{ status: number; [name: string]: unknown }>
  /** Sets it as a test key; fails unless it succeeds. */
  configure(kind: SenderKind, change?: object): Promise<void>
  /** Reads the base units in a wallet's token account on the chain. */
  balanceOf(wallet: string): Promise<bigint>
}

interface PayingPortalOptions extends Pick<FundedWalletOptions, 'freezable'> {
  /** Six unless given: far more leave every transaction unfinalized. */
  finalizedAfterSlots?: number
  /** 20 unless given; on a public cluster 400. */
  slotMs?: number
  /** Further variables of the portal, for a mint. */
  environment?: Record<string, string> | ((mint: string) => Record<string, string>)
  /** The content of PORTAL_CONFIG. */
  settings?: Record<string, unknown>
}

export async function startPayingPortal({
  finalizedAfterSlots = 6,
  slotMs = 20,
  environment: variables = {},
  settings,
  ...mintOptions
}: PayingPortalOptions = {}): Promise<PayingPortal> {
  const localnet = await startLocalnet({ slotMs, finalizedAfterSlots })
  const environment = await prepareEnvironment(localnet, mintOptions)
  const ferry = await startPortal({
    environment: typeof variables === 'function' ? variables(environment.mint) : variables,
    ...(settings && { settings }),
  })
  const headers = await ferry.adminHeaders()
  const rpc = connectRpc(environment.rpcUrl)

  const call: PayingPortal['call'] = (endpoint, input) =>
    callEndpoint(ferry.server, endpoint, input, { headers })

  const upload: PayingPortal['upload'] = (endpoint, { name, content }) =>
    call(endpoint, { file: new File([new Uint8Array(content)], name) })

  const requestConfig: PayingPortal['requestConfig'] = async (kind, change = {}) => {
    const { config } = kind === 'bulk' ? endpoints.bulkSender : endpoints.standaloneSender
    return answerOf(await call(config, { body: senderConfig(environment, change) }))
  }

  const untilEnded: PayingPortal['untilEnded'] = (timeout = 60_000) =>
    expect.poll(async () => (await call(endpoints.bulkSender.status)).json().running, { timeout }).toBe(false)

  return {
    ...environment,
    ferry,
    localnet,
    rpc,
    call,

    upload,
    untilEnded,
    requestConfig,

    async uploadPayments(rows = [], name = 'payments.xlsx') {
      return upload(endpoints.standaloneSender.upload, { name, content: await buildXlsx({ rows }) })
    },

    async untilSent(distributionId) {
      const { progress } = endpoints.standaloneSender
      await expect
        .poll(async () => (await call(progress, { params: { distributionId } })).json(), { timeout: 30_000 })
        .toMatchObject({ status: 'completed' })
    },

    async payAll() {
      expect((await call(endpoints.bulkSender.start)).statusCode).toBe(200)
      await untilEnded()
    },

    async configure(kind, change = {}) {
      expect(await requestConfig(kind, { testKey: true, ...change })).toMatchObject({ status: 200 })
    },

    balanceOf: balanceReader(rpc, await readMint(rpc, environment.mint)),

    async close() {
      await ferry.close()
      await environment.close()
    },
  }
}

/** What configures a sender with a wallet and its token. */
export function senderConfig({ rpcUrl, mint, walletKeyJson }: PayingWallet, change: object = {}) {
  const wallet = { rpcUrl, privateKey: walletKeyJson, tokenMintAddress: mint }
  return { ...wallet, batchSize: 50, delayBetweenBatches: 1000, ...change }
}

/**
 * The limit for a run without a message: a faulty node is to be named within 20 s, and the machine may be
 * busy.
 */
const LONGEST_SILENCE_MS = 30_000

/**
 * Expects that everyone was paid once and exactly, that the records call everyone sent, and that the
 * comparison with the chain agrees.
 */
export async function expectSettled(bed: ServerBed): Promise<void> {
  bed.localnet.faults.use({ seed: 0 })
  expect((await bed.dues()).filter(({ owed, onChain }) => onChain !== owed)).toEqual([])
  for (const { address } of bed.migration.holders) {
    expect(await bed.do(endpoints.public.claim, { params: { eth: address } })).toMatchObject({
      status: 'sent',
    })
  }
  await expect
    .poll(async () => (await bed.call(endpoints.bulkSender.reconcile)).body)
    .toMatchObject({ agrees: true })
}

/** Expects that every message is a sentence for a person, not an internal error. */
export function expectSentences(messages: readonly string[]): void {
  for (const message of messages) {
    expect(message).not.toMatch(/[{}$<>]|undefined|\b[A-Z][a-z]+Error\b|Symbol\(|\[object/)
    expect(message).toMatch(/^[A-Z0-9].* .*/)
  }
}

/** Ends the watch, and expects that nothing waited without a message, and that all messages are sentences. */
export async function expectWords(words: WordsWatch): Promise<void> {
  await words.stop()
  expect(words.longestSilenceMs()).toBeLessThan(LONGEST_SILENCE_MS)
  expectSentences(words.messages)
}

/** Puts the payment of a new claim on hold: the claim, and the id of the attempt. */
export async function holdPayment(
  app: AppContext,
  signature: string,
): Promise<{ claim: NewClaim; attemptId: string }> {
  const claim = sampleClaim({ solAddress: freshSolanaAddress(), submittedAtMs: Date.now() })
  await addClaims(app, [claim])
  const { id } = await bindPayment(app, claim, {
    signature,
    journaledAtMs: 1_700_000_000_000,
    missing: 'the node no longer has the blocks',
  })
  return { claim, attemptId: id }
}

type PayingWallet = Pick<DemoEnvironment, 'rpcUrl' | 'mint' | 'walletKeyJson'>

/**
 * Pays from the sending wallet as from a wallet's own page, waits for it to be final, and returns the
 * signature.
 */
export async function payManually(
  wallet: PayingWallet,
  to: string,
  baseUnits: bigint,
  memo?: string,
): Promise<string> {
  return finalized(wallet.rpcUrl, await sendManually(wallet, to, baseUnits, memo))
}

/** Pays in the same way without waiting for it to land. */
export async function sendManually(
  { rpcUrl, mint, walletKeyJson }: PayingWallet,
  to: string,
  baseUnits: bigint,
  memo?: string,
): Promise<string> {
  const wallet = await createKeyPairSignerFromBytes(Uint8Array.from(JSON.parse(walletKeyJson)))
  const token = { mint, tokenProgram: TOKEN_PROGRAM_ADDRESS }
  const [source] = await findAssociatedTokenPda({ owner: wallet.address, ...token })
  const [ata] = await findAssociatedTokenPda({ owner: to as Address, ...token })
  return submitInstructions(rpcUrl, wallet, [
    ...(memo === undefined ? [] : [memoInstruction(memo)]),
    getCreateAssociatedTokenIdempotentInstruction({ payer: wallet, ata, owner: to as Address, ...token }),
    getTransferCheckedInstruction({
      source,
      mint,
      destination: ata,
      authority: wallet,
      amount: baseUnits,
      decimals: MINT_DECIMALS,
    }),
  ])
}
