import {
  type AnyInput,
  buildRequest,
  type InputArgument,
  type ReplyOf,
  type Route,
} from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'

export class PortalResponseError extends Error {
  override name = 'PortalResponseError'
  readonly status: number

  constructor(status: number, body: string) {
    super(`${status}: ${body}`)
    this.status = status
  }
}

/** As `fetch`. */
export type Ask = (url: string, init: RequestInit) => Promise<Response>

/** Calls the portal from outside, as a page does. */
export class PortalClient {
  readonly #url: string
  readonly #ask: Ask
  #token: string | null = null

  constructor(url: string, ask: Ask = fetch) {
    this.#url = url
    this.#ask = ask
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
    const answer = JSON.parse(await (await this.open(endpoint, input)).text())
    if (endpoint.reply && 'parse' in endpoint.reply) endpoint.reply.parse(answer)
    return answer
  }

  /** Calls an endpoint, and returns the response whose body is to be read. Throws PortalResponseError on anything but success. */
  async open<R extends Route>(endpoint: R, input?: AnyInput, signal?: AbortSignal): Promise<Response> {
    const { url, headers, body, method } = buildRequest(endpoint, input)
    if (this.#token !== null) headers.authorization = `Bearer ${this.#token}`
    const response = await this.#ask(this.#url + url, {
      method,
      headers,
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    })
    if (!response.ok) throw new PortalResponseError(response.status, await response.text())
    return response
  }
}

/** Publishes a holder list of these lines. */
export function publishList(panel: PortalClient, lines: Iterable<string>): Promise<void> {
  return confirmUpload(panel, new File([...lines], 'holders.csv'))
}

/** Uploads a holder list, and confirms what is asked about it. */
export async function confirmUpload(panel: PortalClient, file: File): Promise<void> {
  const asked = await panel.send(endpoints.admin.upload, { file })
  if (!('uploadId' in asked)) throw new Error('The list was published before it was seen')
  const { uploadId, confirm } = asked
  const body = confirm === null ? {} : { confirm }
  await panel.send(endpoints.lists.publishUpload, { params: { uploadId }, body })
}
