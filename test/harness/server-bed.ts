import { join } from 'node:path'
import type { Address } from '@solana/kit'
import { expect } from 'vitest'
import type { BulkSenderStatusResponse } from '#api-schema/bulk-sender.ts'
import type { AnyInput, ReplyOf, Route } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { type AmountUA, formatDecimalUnits, toBaseUnits } from '#domain/amounts.ts'
import { type Environment, MINT_DECIMALS, prepareEnvironment } from '#lab/environment/environment.ts'
import { signClaim, type ThrowawayHolder } from '#lab/environment/throwaway-holder.ts'
import { type Localnet, startLocalnet } from '#lab/localnet/start-localnet.ts'
import { type RehearsalServer, startServer } from '#lab/rehearsal/rehearsal-environment.ts'
import { prepareSmallMigration, type SmallMigration } from '#lab/rehearsal/small-migration.ts'
import { alterStore, readRows } from './alter-store.ts'
import { fetchEndpoint } from './call-endpoint.ts'
import { tokenAccountOf, tokensIn } from './chain-state.ts'

/** Slow enough for a busy machine: a transaction expires after 150 of them. */
const SLOT_MS = 40
const FINALIZED_AFTER_SLOTS = 10

const LAMPORTS = 100_000_000_000n
const SUPPLY_BASE_UNITS = 10n ** 17n

interface ServerBedOptions {
  claimants: number
  slotMs?: number
  /** Of the server. */
  env?: Record<string, string>
  /** The main of the server, in place of the product's own. */
  main?: string
}

/** The answer of the server. */
export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: a body is compared with what is expected of it, never relied upon.
  body: any
}

/** A holder's debt and balance on the chain, in base units. */
interface Due {
  wallet: string
  owed: bigint
  onChain: bigint
}

/**
 * A test bed: a small migration on a localnet in this process and the real server in a process of its own,
 * for faults of both.
 */
export interface ServerBed {
  localnet: Localnet
  environment: Environment
  migration: SmallMigration
  /** A node of the same cluster without faults. */
  honestUrl: string
  /** The folder of the server's records. */
  dataFolder: string
  /** The source token account. */
  sourceTokenAccount: Address
  /** Calls the API as a signed-in administrator, and accepts any answer. */
  call(endpoint: Route, input?: AnyInput): Promise<Answer>
  /** Calls the API, and fails unless it succeeds. */
  do<R extends Route>(endpoint: R, input?: AnyInput): Promise<ReplyOf<R>>
  /** Uploads a form with one file, and fails unless it succeeds. */
  upload<R extends Route>(endpoint: R, file: { name: string; content: Uint8Array }): Promise<ReplyOf<R>>
  /** Signs in anew. */
  signIn(): Promise<void>
  claim(holder: ThrowawayHolder): Promise<Answer>
  /** Has everyone claim, and fails unless it succeeds. */
  claimAll(): Promise<void>
  /** Sets the sender on the localnet, or as changed. */
  configure(change?: object): Promise<Answer>
  status(): Promise<BulkSenderStatusResponse>
  /** Presses Start whenever nothing runs, until everyone is paid by the records. */
  untilPaid(timeoutMs?: number): Promise<void>
  dues(): Promise<Due[]>
  /** Lists those who hold more than they are owed. */
  overpaid(): Promise<Due[]>
  /** The sum of all debts, in whole tokens. */
  owedUA: string
  /** Queries the records, while the server may be running. */
  rows<Row>(sql: string): Row[]
  /** Changes the records past the server. */
  alter(sql: string): void
  /** SIGTERM, and wait. */
  stop(): Promise<void>
  /** SIGKILL. */
  kill(): Promise<void>
  /** Starts the server again on the same folder. */
  start(env?: Record<string, string>): Promise<void>
  signal(name: NodeJS.Signals): void
  tick(blocks: number): void
  close(): Promise<void>
}

export async function prepareServerBed(options: ServerBedOptions): Promise<ServerBed> {
  const localnet = await startLocalnet({
    slotMs: options.slotMs ?? SLOT_MS,
    finalizedAfterSlots: FINALIZED_AFTER_SLOTS,
  })
  const honest = await localnet.openHonestNode()
  const environment = await prepareEnvironment(localnet, {
    lamports: LAMPORTS,
    issuerLamports: LAMPORTS,
    supplyBaseUnits: SUPPLY_BASE_UNITS,
  })
  const migration = await prepareSmallMigration(environment, options.claimants)
  const dataFolder = join(environment.folder, 'data')
  const file = join(dataFolder, 'ferry.sqlite')
  const owed = migration.holders.map((_, index) => owedBy(index))
  let server: RehearsalServer | undefined
  let token = ''

  async function start(env: Record<string, string> = {}): Promise<void> {
    const settings = { SOLANA_RPC_URL: localnet.url, ...options.env, ...env }
    const { main } = options
    server = await startServer(environment, { ...migration, port: 0, env: settings, ...(main && { main }) })
    await signIn()
  }

  async function signIn(): Promise<void> {
    token = (await request(endpoints.admin.login, { body: { password: migration.adminPassword } })).body.token
  }

  function running(): RehearsalServer {
    if (!server) throw new Error('The server is not running')
    return server
  }

  async function request(endpoint: Route, input?: AnyInput): Promise<Answer> {
    const authorization = `Bearer ${token}`
    const response = await fetchEndpoint(running().url, endpoint, input, { authorization })
    const text = await response.text()
    return { status: response.status, body: text === '' ? null : JSON.parse(text) }
  }

  async function succeed<R extends Route>(endpoint: R, input?: AnyInput): Promise<ReplyOf<R>> {
    const answer = await request(endpoint, input)
    expect(answer.status, `${endpoint.path}: ${JSON.stringify(answer.body)}`).toBe(200)
    return answer.body
  }

  const status = () => succeed(endpoints.bulkSender.status)

  async function claim(holder: ThrowawayHolder): Promise<Answer> {
    const { amountUA } = await succeed(endpoints.public.allocation, { query: { eth: holder.address } })
    return request(endpoints.public.submitClaim, { body: await signClaim(holder, amountUA, '0x38', null) })
  }

  async function dues(): Promise<Due[]> {
    return Promise.all(
      migration.holders.map(async ({ solanaAddress }, index) => ({
        wallet: solanaAddress,
        owed: owed[index] ?? 0n,
        onChain: tokensIn(localnet, await tokenAccountOf(solanaAddress, environment.mint)),
      })),
    )
  }

  await start()
  return {
    localnet,
    environment,
    migration,
    honestUrl: honest.url,
    dataFolder,
    sourceTokenAccount: environment.walletTokenAccount,
    call: request,
    do: succeed,

    upload: (endpoint, { name, content }) =>
      succeed(endpoint, { file: new File([new Uint8Array(content)], name) }),

    signIn,
    claim,

    async claimAll() {
      for (const holder of migration.holders) expect(await claim(holder)).toMatchObject({ status: 200 })
    },

    configure: (change = {}) =>
      request(endpoints.bulkSender.config, {
        body: {
          rpcUrl: localnet.url,
          privateKey: environment.walletKeyJson,
          tokenMintAddress: environment.mint,
          batchSize: 20,
          delayBetweenBatches: 1000,
          ...change,
        },
      }),

    status,

    async untilPaid(timeoutMs = 90_000) {
      let problem: unknown = null
      const look = async () => {
        const { running, queuedClaimsCount, progress } = await status()
        if (!running && queuedClaimsCount > 0) {
          const answer = await request(endpoints.bulkSender.start)
          problem = answer.status === 200 ? null : answer.body
        }
        return { running, queuedClaimsCount, message: progress?.message ?? null, problem }
      }
      await expect
        .poll(look, { timeout: timeoutMs, interval: 500 })
        .toMatchObject({ running: false, queuedClaimsCount: 0 })
    },

    dues,
    overpaid: async () => (await dues()).filter(({ owed, onChain }) => onChain > owed),
    owedUA: formatDecimalUnits(
      owed.reduce((sum, baseUnits) => sum + baseUnits, 0n),
      MINT_DECIMALS,
    ),
    rows: <Row>(sql: string) => readRows<Row>(file, sql),
    alter: (sql) => alterStore(file, sql),
    stop: () => running().stop(),
    kill: () => running().kill(),
    start,
    signal: (name) => void running().process.kill(name),

    tick(blocks) {
      for (let made = 0; made < blocks; made += 1) localnet.tick()
    },

    async close() {
      await server?.kill()
      await honest.close()
      await environment.close()
    },
  }
}

/** Computes the allocations of `prepareSmallMigration`. */
function owedBy(index: number): bigint {
  return toBaseUnits(`${index + 1}.000000001` as AmountUA, MINT_DECIMALS).baseUnits
}

/**
 * Expects that readiness reports it, and that Start or the run fails with a message; nobody is paid
 * meanwhile.
 */
async function expectBehind(bed: ServerBed): Promise<void> {
  await expect
    .poll(() => bed.call(endpoints.public.ready), { timeout: 60_000, interval: 500 })
    .toMatchObject({ status: 503 })
  await expect.poll(async () => (await bed.status()).running, { timeout: 60_000, interval: 500 }).toBe(false)
  expect(await bed.call(endpoints.bulkSender.start)).toMatchObject({
    status: 409,
    body: { code: 'records_behind_chain', error: expect.stringMatching(/^The chain shows \d+ payments?/) },
  })
}

/**
 * Takes over from the chain, as an operator does, where the server reports that its records are behind, and
 * expects that nobody was paid again.
 */
export async function takeOverWhenBehind(
  bed: ServerBed,
): Promise<{ payments: number; amountUA: string; claims: number }> {
  await expectBehind(bed)
  expect(await bed.overpaid()).toEqual([])
  return bed.do(endpoints.bulkSender.takeOver)
}
