import { endpoints } from '#api-schema/endpoints.ts'
import { followState } from '#web/admin/status/follow-state.ts'
import { type PortalClient, PortalResponseError } from './portal-client.ts'

/** A window of the panel that follows the state of the whole, by the code of the panel. */
export class OpenPanel implements AsyncDisposable {
  /** When the stream was heard last. */
  heardAtMs = 0
  /** The longest that nothing was heard at all, of the stream or of what is asked meanwhile. */
  longestSilenceMs = 0
  #knownAtMs = performance.now()
  /** Streams that were opened. */
  streams = 0
  readonly #closing = new AbortController()
  readonly #following: Promise<void>

  constructor(client: PortalClient, password: string) {
    let isStream = false
    // Not signed in yet, or signed out by a server whose clock is ahead.
    const signInAgain = async (error: unknown): Promise<never> => {
      if (error instanceof PortalResponseError && error.status === 401) await client.signIn(password)
      throw error
    }
    const open = async (signal: AbortSignal) => {
      const response = await client.open(endpoints.admin.events, {}, signal).catch(signInAgain)
      isStream = true
      this.streams += 1
      return response
    }
    const read = async (signal: AbortSignal) => {
      isStream = false
      const answer = await client.open(endpoints.admin.state, {}, signal).catch(signInAgain)
      return endpoints.admin.state.reply.parse(await answer.json())
    }
    const hear = () => {
      const nowMs = performance.now()
      this.longestSilenceMs = Math.max(this.longestSilenceMs, nowMs - this.#knownAtMs)
      this.#knownAtMs = nowMs
      if (isStream) this.heardAtMs = nowMs
    }
    this.#following = followState(
      { open, read },
      { onState: hear, onBeat: hear, onSilence() {}, onSessionEnd() {} },
      this.#closing.signal,
    )
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort()
    await this.#following
  }
}
