import { Session } from 'node:inspector/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { InjectOptions } from 'fastify'
import type { AnyInput, Route } from '#api-schema/endpoint.ts'
import { buildRequest } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { prepareRehearsalEnvironment } from '#lab/rehearsal/rehearsal-environment.ts'
import { buildXlsx } from '../../test/harness/build-xlsx.ts'
import { encodeForm } from '../../test/harness/call-endpoint.ts'
import { makeHolder, signClaim } from '../../test/harness/holders.ts'
import { startPortal } from '../../test/harness/start-portal.ts'
import { calledFiles } from './structure.ts'

/** The first round warms up: what it loads, compiles and remembers is not counted. */
const ROUNDS = 4
const LIST_ROWS = 30
const LOCALNET = ['--slot-ms', '20', '--finalized-after-slots', '6']
const RUN_LIMIT_MS = 120_000
/** What the path before left to be done ends meanwhile. */
const REST_MS = 1_000

const { admin, bulkSender, lists, public: site } = endpoints

/** What the overview asks for when it is opened. */
const OVERVIEW: readonly Route[] = [
  admin.state,
  admin.stats,
  admin.claims,
  admin.claimsOverTime,
  admin.claimControls,
]

/**
 * Lists the product's files that each of five paths runs through, on SQLite, in this process: those of which a function
 * is called in every round, so that what a timer does meanwhile is not counted. The localnet has a process of its own,
 * and requests are written before a path begins. Worker threads are not looked into.
 */
export async function countPaths(rootUrl: string): Promise<Record<string, string[]>> {
  await using parts = new AsyncDisposableStack()
  const session = parts.use(new CountingSession())
  await session.begin()
  const environment = await prepareRehearsalEnvironment(LOCALNET)
  parts.defer(() => environment.close())
  const ferry = await startPortal()
  parts.defer(() => ferry.close())
  const headers = await ferry.adminHeaders()
  const holders = Array.from({ length: LIST_ROWS }, () => makeHolder())
  const paths: Record<string, string[]> = {}

  /** Counts what answers the requests, then the one that `confirm` makes of the last answer, and what happens until `isOver`. */
  async function walk(
    path: string,
    requests: [Route, AnyInput?][],
    { confirm, isOver = () => true }: { confirm?: typeof publicationOf; isOver?: () => boolean } = {},
  ): Promise<void> {
    const prepared = await Promise.all(requests.map((request) => prepare(...request)))
    await delay(REST_MS)
    await session.take()
    let answered = ''
    for (const request of prepared) answered = await answerTo(path, request)
    if (confirm) await answerTo(path, await prepare(...confirm(answered)))
    const startedMs = performance.now()
    while (!isOver()) {
      if (performance.now() - startedMs > RUN_LIMIT_MS) throw new Error(`${path} did not end`)
      await delay(20)
    }
    const called = calledFiles(await session.take(), rootUrl)
    const before = new Set(paths[path] ?? called)
    paths[path] = called.filter((file) => before.has(file))
  }

  async function answerTo(path: string, request: InjectOptions): Promise<string> {
    const { statusCode, body } = await ferry.server.inject(request)
    if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${body}`)
    return body
  }

  async function prepare(endpoint: Route, input: AnyInput = {}) {
    const { method, url, headers: ownHeaders, body } = buildRequest(endpoint, input)
    const form = body instanceof FormData ? await encodeForm(body) : { headers: {}, payload: body }
    return {
      method,
      url,
      headers: { ...ownHeaders, ...form.headers, ...headers },
      ...(form.payload !== undefined && { payload: form.payload }),
    }
  }

  const { rpcUrl, walletKeyJson: privateKey, mint: tokenMintAddress } = environment
  const config = {
    rpcUrl,
    privateKey,
    tokenMintAddress,
    batchSize: 50,
    delayBetweenBatches: 1000,
    testKey: true,
  }
  await walk('configure', [[bulkSender.config, { body: config }]])
  for (let round = 0; round < ROUNDS; round++) {
    const [first, second] = holders.slice(2 * round)
    if (!first || !second) throw new Error('There are too few holders')
    const claim = await signClaim(first, { nonce: Date.now() - 5_000 })
    const corrected = await signClaim(first)
    const other = await signClaim(second)
    const { eth } = claim
    const completed = () => ferry.logLines.filter((line) => line.includes('"event":"run_completed"')).length
    const runs = completed()
    // Those so far are of the setting up and of the round that warms up.
    if (round === 1) for (const path of Object.keys(paths)) delete paths[path]
    await walk('upload of 30 rows', [[admin.upload, { file: await listFile(round) }]], {
      confirm: publicationOf,
    })
    await walk('claim', [[site.submitClaim, { body: claim }]])
    await walk('correction', [[site.correctClaim, { params: { eth }, body: corrected }]])
    await walk('second claim', [[site.submitClaim, { body: other }]])
    await walk('run of two payments', [[bulkSender.start]], { isOver: () => completed() > runs })
    await walk(
      'overview',
      OVERVIEW.map((endpoint) => [endpoint]),
    )
  }
  delete paths['second claim']
  return paths

  /** The last holder, who never claims, has another amount in each round, so that no list is the one before. */
  async function listFile(round: number): Promise<File> {
    const rows = holders.map(({ account, amountWei }, index) => {
      const raised = index === LIST_ROWS - 1 ? BigInt(round) : 0n
      return [account.address, String(amountWei + raised)]
    })
    const content = await buildXlsx({ rows: [['address', 'amountWei'], ...rows] })
    return new File([new Uint8Array(content)], 'holders.xlsx')
  }
}

/** Makes the request that publishes the list which an answer asks about. */
function publicationOf(answer: string): [Route, AnyInput] {
  const { uploadId, confirm } = JSON.parse(answer)
  return [lists.publishUpload, { params: { uploadId }, body: confirm === null ? {} : { confirm } }]
}

/** V8's counts of calls in this thread. */
class CountingSession {
  readonly #session = new Session()

  async begin(): Promise<void> {
    this.#session.connect()
    await this.#session.post('Profiler.enable')
    await this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  }

  /** Returns the calls since it was last asked. */
  async take() {
    return (await this.#session.post('Profiler.takePreciseCoverage')).result
  }

  [Symbol.dispose](): void {
    this.#session.disconnect()
  }
}
