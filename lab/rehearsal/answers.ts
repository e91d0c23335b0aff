import { once } from 'node:events'
import { type IncomingMessage, request as open } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Ask } from './portal-client.ts'

/** Visitors come from so many addresses of this machine. */
const ADDRESSES = 64

/** What was answered to many visitors, by whom and with what. */
export class Answers {
  /** Ferry's, by status and, from 400 on, code. */
  readonly byFerry: Record<string, number> = {}
  /** What a proxy made up itself, or cut off, or nobody answered in time. */
  readonly byOthers: Record<string, number> = {}
  /** Of Ferry's own: from 500 on, and no 503 that says with a code why, and with Retry-After when to come again. */
  readonly wrong: string[] = []
  #turn = 0

  /** Returns a `fetch` whose requests come from another address each, and are given up after so long. */
  visitor(giveUpAfterMs: number): Ask {
    return async (url, init) => {
      const request = new Request(url, init)
      const body = Buffer.from(await request.arrayBuffer())
      const sending = open(url, {
        method: request.method,
        headers: { ...Object.fromEntries(request.headers), 'content-length': String(body.length) },
        agent: false,
        family: 4,
        localAddress: `127.0.1.${1 + (this.#turn++ % ADDRESSES)}`,
        signal: AbortSignal.timeout(giveUpAfterMs),
      })
      sending.end(body)
      try {
        const [response] = (await once(sending, 'response')) as [IncomingMessage]
        const content = await text(response)
        this.#note(`${request.method} ${new URL(url).pathname}`, response, content)
        return new Response(content, { status: response.statusCode ?? 0 })
      } catch (error) {
        count(
          this.byOthers,
          error instanceof Error && error.name === 'AbortError' ? 'given up' : String(error),
        )
        throw error
      }
    }
  }

  #note(asked: string, { statusCode: status = 0, headers }: IncomingMessage, content: string): void {
    if (content.includes('<center>nginx')) {
      count(this.byOthers, String(status))
      return
    }
    const [, code] = /"code":"(\w+)"/.exec(content) ?? []
    count(this.byFerry, status < 400 ? String(status) : `${status} ${code ?? 'without a code'}`)
    const isTold = status === 503 && code !== undefined && headers['retry-after'] !== undefined
    if (status >= 500 && !isTold) this.wrong.push(`${asked}: ${status} ${content.slice(0, 200)}`)
  }
}

/** Counts one more of a name. */
export function count(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1
}
