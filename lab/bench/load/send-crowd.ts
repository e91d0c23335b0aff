import { setTimeout as delay } from 'node:timers/promises'
import { type Answer, Connection, getRequest, percentiles, postRequest } from './fire.ts'
import { claimOf, holderAt } from './holders.ts'

/**
 * People who come within some seconds, each with a connection of their own: the page, the portal's data, the allocation, the
 * destination, the claim, and its status now and then until they leave. `send-crowd.ts <ports> <from> <people> <seconds>`.
 */
const [portList = '', ...numbers] = process.argv.slice(2)
const ports = portList.split(',').map(Number)
const [from = 0, people = 0, seconds = 0] = numbers.map(Number)

/** As a browser asks for it. */
const PAGE_HEADERS = 'accept: text/html\r\naccept-encoding: gzip, deflate, br\r\naccept-language: en\r\n'

/** As the claim page asks again. */
const STATUS_EVERY_MS = 5_000
const STATUS_ASKED = 4

/** From one screen to the next. */
const LOOKS_MS = 1_000

const STEPS = ['page', 'portal', 'look-up', 'destination', 'claim', 'status'] as const
type Step = (typeof STEPS)[number]

const times: Record<Step, number[]> = {
  page: [],
  portal: [],
  'look-up': [],
  destination: [],
  claim: [],
  status: [],
}
const errors: string[] = []
let shed = 0

class Person {
  readonly #place: number
  readonly #connection: Connection

  constructor(place: number) {
    this.#place = place
    this.#connection = new Connection(ports[place % ports.length] ?? 0)
  }

  async come(): Promise<void> {
    const place = this.#place
    const holder = await holderAt(place)
    const { address, solanaAddress } = holder
    try {
      await this.#do('page', () => getRequest('/', place, PAGE_HEADERS))
      await this.#do('portal', () => getRequest('/api/portal', place))
      await delay(Math.random() * LOOKS_MS)
      await this.#do('look-up', () => getRequest(`/api/allocations?eth=${address}&t=${Date.now()}`, place))
      await delay(Math.random() * LOOKS_MS)
      await this.#do('destination', () => getRequest(`/api/destinations/${solanaAddress}`, place))
      const claim = postRequest('/api/submitClaim', await claimOf(holder, place), place)
      await this.#do('claim', () => claim)
      for (let n = 0; n < STATUS_ASKED; n += 1) {
        await this.#do('status', () => getRequest(`/api/claims/${address}`, place))
        await delay(STATUS_EVERY_MS)
      }
    } catch (error) {
      errors.push(String(error))
    } finally {
      this.#connection.close()
    }
  }

  /** Asks, and again when it is told to come back. */
  async #do(step: Step, request: () => string): Promise<void> {
    for (;;) {
      const answer = await this.#connection.send(request())
      if (answer.status === 200) return void times[step].push(answer.ms)
      const seconds = retryAfter(answer)
      if (answer.status !== 503 || seconds === null)
        throw new Error(`${step}: ${answer.head}\n${answer.body}`)
      shed += 1
      await delay(seconds * 1000)
    }
  }
}

function retryAfter({ head }: Answer): number | null {
  const [, text] = /\r\nretry-after: (\d+)/.exec(head) ?? []
  return text === undefined ? null : Number(text)
}

const gone: Promise<void>[] = []
const startMs = performance.now()
for (let n = 0; n < people; n += 1) {
  const dueMs = startMs + (n / people) * seconds * 1000
  const waitMs = dueMs - performance.now()
  if (waitMs > 1) await delay(waitMs)
  gone.push(new Person(from + n).come())
}
await Promise.all(gone)

for (const error of errors.slice(0, 3)) console.error(error)
const figures = Object.fromEntries(
  STEPS.map((step) => [`${step} p99 ms`, percentiles(times[step])['p99 ms'] ?? Number.NaN]),
)
console.log(JSON.stringify({ errors: errors.length, shed, ...figures }))
