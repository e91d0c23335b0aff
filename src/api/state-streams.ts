import { Readable } from 'node:stream'
import { endpoints } from '#api-schema/endpoints.ts'
import type { AppContext } from '#app/app-context.ts'
import { checkSession } from '#app/sessions/sessions.ts'
import { createStateFeed, type StateFeed, type StateNews } from '#app/state/portal-state.ts'
import { PortalError } from '#domain/portal-error.ts'
import type { Drain } from './drain.ts'
import { readBearerToken } from './require-admin.ts'
import type { Serve } from './serve.ts'

/** Serves the state of the whole: when it is asked for, and as a stream of what changes. */
export function serveState(serve: Serve, app: AppContext, drain: Drain): void {
  const { state, events } = endpoints.admin
  const feed = createStateFeed(app)
  const streams = new StateStreams(feed, (token) => checkSession(app, token, { isUse: false }))
  drain.onAnnounced(() => streams.close())

  serve(state, async () => (await feed.read()).state)
  serve(events, ({ request }) => {
    drain.assertNotAnnounced()
    return streams.open(readBearerToken(request))
  })
}

/** More than there are administrators, each with a few windows. */
const MAX_STREAMS = 32

/** A reader that has fallen behind by so much is gone, or too slow. */
const MAX_UNREAD_BYTES = 512 * 1024

/** Each stream's session is looked at again once in so many readings. */
const CHECK_SESSION_EVERY = 2

/** Streams of server-sent events, each with the state of the whole: at once, and whenever it has changed. */
class StateStreams<State extends { asOf: number }> {
  readonly #feed: StateFeed<State>
  readonly #checkSession: (token: string | null) => Promise<unknown>
  readonly #open = new Set<() => void>()

  /** `checkSession` throws unauthorized where a token's session has ended. */
  constructor(feed: StateFeed<State>, checkSession: (token: string | null) => Promise<unknown>) {
    this.#feed = feed
    this.#checkSession = checkSession
  }

  /** Opens a stream that ends with its session, or with its reader. Throws too_many_streams. */
  open(token: string | null): Readable {
    if (this.#open.size >= MAX_STREAMS) throw new PortalError('too_many_streams')
    const stream = new Readable({ read() {} })
    let told: string | null = null
    let readings = 0

    const end = (reason: 'session' | 'stopping') => {
      if (stream.destroyed || stream.readableEnded) return
      stream.push(eventOf('end', { reason }))
      stream.push(null)
      leave()
    }
    const stop = () => end('stopping')
    const leave = () => {
      this.#open.delete(stop)
      unsubscribe()
    }
    const hear = (news: StateNews<State> | null) => {
      if (stream.readableLength > MAX_UNREAD_BYTES) return void stream.destroy()
      readings += 1
      if (readings % CHECK_SESSION_EVERY === 0) void this.#endIfOver(token, () => end('session'))
      // A comment, so that nothing on the way takes the connection for dead.
      if (news === null) return void stream.push(': the records do not answer\n\n')
      const { state } = news
      stream.push(news.told === told ? eventOf('beat', { asOf: state.asOf }) : eventOf('state', state))
      told = news.told
    }

    const unsubscribe = this.#feed.subscribe(hear)
    this.#open.add(stop)
    stream.once('close', leave)
    return stream
  }

  /** Ends all streams: a server that is to stop owes nobody an answer. */
  close(): void {
    for (const stop of [...this.#open]) stop()
  }

  async #endIfOver(token: string | null, end: () => void): Promise<void> {
    try {
      await this.#checkSession(token)
    } catch (error) {
      if (error instanceof PortalError && error.code === 'unauthorized') end()
    }
  }
}

function eventOf(event: string, data: object): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}
