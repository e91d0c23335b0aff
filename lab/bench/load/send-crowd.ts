import { setTimeout as delay } from 'node:timers/promises'
import { claimOf, holderAt } from '../holders.ts'
import { at, Connection, getRequest, postRequest } from './fire.ts'

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

const times: Record<string, number[]> = {}
const errors: string[] = []
let shed = 0

async function come(place: number): Promise<void> {
  const connection = new Connection(ports[place % ports.length] ?? 0)
  const holder = await holderAt(place)
  const { address, solanaAddress } = holder
  const get = (step: string, path: string, headers?: string) =>
    send(connection, step, getRequest(path, place, headers))
  try {
    await get('page', '/', PAGE_HEADERS)
    await get('portal', '/api/portal')
    await delay(Math.random() * LOOKS_MS)
    await get('look-up', `/api/allocations?eth=${address}&t=${Date.now()}`)
    await delay(Math.random() * LOOKS_MS)
    await get('destination', `/api/destinations/${solanaAddress}`)
    const claim = await claimOf(holder, place)
    await send(connection, 'claim', postRequest('/api/submitClaim', claim, place))
    for (let n = 0; n < STATUS_ASKED; n += 1) {
      await get('status', `/api/claims/${address}`)
      await delay(STATUS_EVERY_MS)
    }
  } catch (error) {
    errors.push(String(error))
  } finally {
    connection.close()
  }
}

/** Asks, and again when it is told to come back. */
async function send(connection: Connection, step: string, request: string): Promise<void> {
  for (;;) {
    const { status, head, body, ms } = await connection.send(request)
    if (status === 200) {
      times[step] ??= []
      times[step].push(ms)
      return
    }
    const [, seconds] = /\r\nretry-after: (\d+)/.exec(head) ?? []
    if (status !== 503 || seconds === undefined) throw new Error(`${step}: ${head}\n${body}`)
    shed += 1
    await delay(Number(seconds) * 1000)
  }
}

const gone: Promise<void>[] = []
const startMs = performance.now()
for (let n = 0; n < people; n += 1) {
  const waitMs = startMs + (n / people) * seconds * 1000 - performance.now()
  if (waitMs > 1) await delay(waitMs)
  gone.push(come(from + n))
}
await Promise.all(gone)

for (const error of errors.slice(0, 3)) console.error(error)
const figures = Object.entries(times).map(([step, ofStep]) => [`${step} p99 ms`, at(0.99, ofStep)])
console.log(JSON.stringify({ errors: errors.length, shed, ...Object.fromEntries(figures) }))
