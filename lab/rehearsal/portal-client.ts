import type { InputArgument, ReplyOf, Route } from '#api-schema/endpoint.ts'
import { buildRequest } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'

export class PortalResponseError extends Error {
  override name = 'PortalResponseError'
  readonly status: number

  constructor(status: number, body: string) {
    super(`${status}: ${body}`)
    this.status = status
  }
}

/** Calls the portal from outside, as a page does. */
export class PortalClient {
  readonly #url: string
  #token: string | null = null

  constructor(url: string) {
    this.#url = url
  }

  /** Signs in: later requests have the token. */
  async signIn(password: string): Promise<void> {
    const { token } = await this.send(endpoints.admin.login, { body: { password } })
    this.#token = token
  }

  /**
   * Calls an endpoint. Throws PortalResponseError on anything but success, ZodError on another reply than was
   * declared.
   */
  async send<R extends Route>(endpoint: R, ...[input]: InputArgument<R>): Promise<ReplyOf<R>> {
    const { url, headers, ...built } = buildRequest(endpoint, input)
    if (this.#token !== null) headers.authorization = `Bearer ${this.#token}`
    const response = await fetch(this.#url + url, { ...built, headers })
    const text = await response.text()
    if (!response.ok) throw new PortalResponseError(response.status, text)
    const answer = JSON.parse(text)
    if (endpoint.reply && 'parse' in endpoint.reply) endpoint.reply.parse(answer)
    return answer
  }
}
