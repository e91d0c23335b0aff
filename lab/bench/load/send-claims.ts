import { claimOf, holderAt } from '../holders.ts'
import { fire, postRequest } from './fire.ts'

/** Signs claims of holders from a place on, then sends them: `send-claims.ts <port> <from> <count> <seconds>`. */
const [port = 0, from = 0, count = 0, seconds = 0] = process.argv.slice(2).map(Number)

const requests: string[] = []
for (let index = from; index < from + count; index += 1) {
  requests.push(postRequest('/api/submitClaim', await claimOf(await holderAt(index), index), index))
}

let sent = 0
await fire({
  port,
  seconds,
  next: () => requests[sent++] ?? null,
  unit: 'claims',
})
