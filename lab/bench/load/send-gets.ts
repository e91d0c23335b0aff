import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { fire, getRequest } from './fire.ts'

/**
 * Asks for a path, or, with a holder list, for the allocation of one holder of it after another:
 * `send-gets.ts <port> <seconds> <path> [<list> <rows>]`.
 */
const [port = '', seconds = '', path = '', list, rows = '0'] = process.argv.slice(2)

/** So many visitors: none is limited. */
const VISITORS = 65_536

/** Spread over the list. */
const ASKED = 50_000

const addresses: string[] = []
if (list !== undefined) {
  const step = Math.max(1, Math.floor(Number(rows) / ASKED))
  let row = 0
  for await (const line of createInterface({ input: createReadStream(list) })) {
    if (row > 0 && row % step === 0) addresses.push(line.slice(0, 42))
    row += 1
  }
}

let sent = 0
const next = () => {
  const n = sent++
  const address = addresses[n % addresses.length]
  return getRequest(address === undefined ? path : `${path}?eth=${address}&t=${n}`, n % VISITORS)
}

await fire({
  port: Number(port),
  seconds: Number(seconds),
  next,
  unit: 'requests',
})
