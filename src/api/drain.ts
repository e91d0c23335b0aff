import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { PortalError } from '#domain/portal-error.ts'

/** The longest that the last answers are waited for. What is cut off then is as after a crash: all or nothing of it is in the store. */
export const LAST_ANSWERS_MS = 8_000

const LOOK_EVERY_MS = 20

/**
 * Takes a server out of service in two steps. Announced, it serves on, but is not ready any more, and its answers close their
 * connections: a balancer has time to turn away. Then it takes no new connection, and the last answer ends those that are open.
 */
export class Drain {
  #isAnnounced = false
  #isClosing = false
  readonly #listeners: (() => void)[] = []
  /** Requests on connections that are not yet answered, or not yet read to their end. */
  #underWay = 0

  announce(): void {
    this.#isAnnounced = true
    for (const listener of this.#listeners.splice(0)) listener()
  }

  /** Has answers that would last for ever end when the stop is announced. */
  onAnnounced(listener: () => void): void {
    this.#listeners.push(listener)
  }

  /** Throws not_ready once the stop was announced. */
  assertNotAnnounced(): void {
    if (!this.#isAnnounced) return
    throw new PortalError('not_ready', undefined, [
      { where: 'server', problem: 'It is being stopped, and serves until then' },
    ])
  }

  attach(server: FastifyInstance): void {
    server.server.on('request', (request, response) => this.#count(request, response))
    server.addHook('onRequest', (_request, _reply, done) => {
      done(this.#isClosing ? new PortalError('not_ready') : undefined)
    })
    server.addHook('onSend', ({ raw }, reply, payload, done) => {
      // On a request that still comes in it would reset the connection, and most clients would not see the answer: see drainRequest in answer-error.ts.
      if (this.#isAnnounced && raw.complete !== false) reply.header('Connection', 'close')
      done(null, payload)
    })
    server.addHook('preClose', async () => {
      this.announce()
      this.#isClosing = true
      void this.#closeAfterLastAnswer(server.server)
    })
  }

  #count(request: IncomingMessage, response: ServerResponse): void {
    this.#underWay += 1
    const end = () => {
      this.#underWay -= 1
    }
    response.once('close', () => {
      if (request.complete || request.destroyed) end()
      else request.once('close', end)
    })
  }

  /** Ends every connection once no answer is owed: also those on which nothing was ever asked, and which Node waits for. */
  async #closeAfterLastAnswer(server: Server): Promise<void> {
    const untilMs = performance.now() + LAST_ANSWERS_MS
    // By then no connection is taken any more.
    await nextTurn()
    while (this.#underWay > 0 && performance.now() < untilMs) await delay(LOOK_EVERY_MS)
    server.closeAllConnections()
  }
}
