import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { endpoints } from '#api-schema/endpoints.ts'
import { errorResponse } from '#api-schema/error.ts'
import { seededRandom } from '#lab/random/seeded-random.ts'
import { count } from './answers.ts'
import { type FuzzedRequest, fuzzRequest } from './fuzz-request.ts'
import { startHostileServer, tokenOf } from './hostile-server.ts'

export interface FuzzOptions {
  requests: number
  seed: number
  postgres: boolean
}

export interface FuzzOutcome {
  requests: number
  /** Answers by status; `closed` where the connection was closed instead. */
  statuses: Record<string, number>
  /** Answers 5xx to what only a client had done wrong. */
  faults: number
  hangs: number
  /** Errors of the API in another shape than the one that errors have. */
  misshapen: number
  /** Whether the server has ended by itself. */
  exits: number
  /** The first of the requests that went wrong. */
  examples: string[]
}

const AT_ONCE = 24
const ANSWERED_WITHIN_MS = 60_000
const MAX_EXAMPLES = 5

/** Answers 503 by which the server says truly that it was asked too much, or that a node which is not there does not answer. */
const RIGHT_503 = ['sign_in_busy', 'rpc_unreachable', 'node_unreachable', 'wallet_checks_busy', 'too_busy']

/** Sends nonsense to every route, with and without a session. The same seed sends the same. */
export async function fuzzServer(options: FuzzOptions): Promise<FuzzOutcome> {
  await using server = await startHostileServer({ postgres: options.postgres, trustProxy: 'off' })
  let exits = 0
  const countExit = () => {
    exits += 1
  }
  server.process.once('exit', countExit)
  const token = await tokenOf(server.url)
  const random = seededRandom(options.seed)
  const fuzzing = new Fuzzing(server.url)
  let left = options.requests
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left-- > 0 && exits === 0) await fuzzing.send(fuzzRequest(random, token))
    }),
  )
  await fuzzing.expectReady()
  server.process.off('exit', countExit)
  return { requests: options.requests, ...fuzzing.outcome, exits }
}

class Fuzzing {
  readonly outcome: Omit<FuzzOutcome, 'requests' | 'exits'> = {
    statuses: {},
    faults: 0,
    hangs: 0,
    misshapen: 0,
    examples: [],
  }
  readonly #url: string
  readonly #agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })

  constructor(url: string) {
    this.#url = url
  }

  async send(fuzzed: FuzzedRequest): Promise<void> {
    const answer = await this.#exchange(fuzzed)
    if (typeof answer === 'string') {
      count(this.outcome.statuses, answer)
      if (answer === 'hang') this.#note(fuzzed, 'hang', 'hangs')
      return
    }
    const { status, body, type } = answer
    count(this.outcome.statuses, String(status))
    const code = codeOf(body)
    if (status >= 500 && !RIGHT_503.includes(code ?? '')) this.#note(fuzzed, `${status} ${code}`, 'faults')
    const isError = status >= 400 && fuzzed.method !== 'HEAD' && fuzzed.path.startsWith('/api/')
    if (isError && (code === null || !type.startsWith('application/json'))) {
      this.#note(fuzzed, `${status} ${body.slice(0, 100)}`, 'misshapen')
    }
  }

  /** What is there after all that is no use unless it serves. */
  async expectReady(): Promise<void> {
    const { ok, status } = await fetch(this.#url + endpoints.public.ready.path)
    if (!ok) throw new Error(`The server is not ready after the requests: ${status}`)
    this.#agent.destroy()
  }

  #note(fuzzed: FuzzedRequest, what: string, kind: 'faults' | 'hangs' | 'misshapen'): void {
    this.outcome[kind] += 1
    if (this.outcome.examples.length >= MAX_EXAMPLES) return
    const { method, path, headers, body } = fuzzed
    const shown = JSON.stringify({ ...headers, authorization: '' })
    this.outcome.examples.push(
      `${what}: ${method} ${path.slice(0, 200)} ${shown.slice(0, 300)} ${body?.toString().slice(0, 300)}`,
    )
  }

  async #exchange({ method, path, headers, body, isChunked }: FuzzedRequest) {
    const length = isChunked
      ? { 'transfer-encoding': 'chunked' }
      : { 'content-length': String(body?.length ?? 0) }
    try {
      const sent = request(this.#url, {
        method,
        path,
        agent: this.#agent,
        signal: AbortSignal.timeout(ANSWERED_WITHIN_MS),
        headers: { ...headers, ...(body && length) },
      })
      const answered = once(sent, 'response') as Promise<[IncomingMessage]>
      sent.end(body ?? undefined)
      const [response] = await answered
      const type = response.headers['content-type'] ?? ''
      return { status: response.statusCode ?? 0, type, body: await text(response) }
    } catch (error) {
      return error instanceof Error && error.name === 'AbortError' ? 'hang' : 'closed'
    }
  }
}

/** Returns the code of an error in the one shape that errors have; null where it has another. */
function codeOf(body: string): string | null {
  try {
    const { success, data } = errorResponse.safeParse(JSON.parse(body))
    return success ? data.code : null
  } catch {
    return null
  }
}
