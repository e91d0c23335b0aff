import type { LoginResponse } from '#api-schema/admin.ts'
import type { BulkSenderConfigBody, BulkSenderStatusResponse } from '#api-schema/bulk-sender.ts'
import type {
  AllocationResponse,
  ClaimResponse,
  SubmitClaimBody,
  SubmitClaimResponse,
} from '#api-schema/claims.ts'
import type { HoldsResponse, SettleHoldBody } from '#api-schema/holds.ts'
import type { PortalResponse } from '#api-schema/portal.ts'

export class PortalRefusedError extends Error {
  override name = 'PortalRefusedError'
  readonly status: number

  constructor(status: number, body: string) {
    super(`${status}: ${body}`)
    this.status = status
  }
}

/** The portal from outside, as a page sees it. Throws PortalRefusedError on anything but success. */
export class PortalClient {
  readonly #url: string
  #token: string | null = null

  constructor(url: string) {
    this.#url = url
  }

  portal(): Promise<PortalResponse> {
    return this.#call('GET', '/api/portal')
  }

  allocation(eth: string): Promise<AllocationResponse> {
    return this.#call('GET', `/api/allocations?eth=${eth}`)
  }

  submitClaim(body: SubmitClaimBody): Promise<SubmitClaimResponse> {
    return this.#call('POST', '/api/submitClaim', body)
  }

  claim(eth: string): Promise<ClaimResponse> {
    return this.#call('GET', `/api/claims/${eth}`)
  }

  async signIn(password: string): Promise<void> {
    const { token }: LoginResponse = await this.#call('POST', '/api/admin/login', { password })
    this.#token = token
  }

  configureSender(body: BulkSenderConfigBody): Promise<unknown> {
    return this.#call('POST', '/api/bulk-sender/config', body)
  }

  startSending(): Promise<unknown> {
    return this.#call('POST', '/api/bulk-sender/start')
  }

  senderStatus(): Promise<BulkSenderStatusResponse> {
    return this.#call('GET', '/api/bulk-sender/status')
  }

  holds(): Promise<HoldsResponse> {
    return this.#call('GET', '/api/bulk-sender/holds')
  }

  settleHold(body: SettleHoldBody): Promise<unknown> {
    return this.#call('POST', '/api/bulk-sender/settle-hold', body)
  }

  async #call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const headers: Record<string, string> = {}
    if (body !== undefined) headers['content-type'] = 'application/json'
    if (this.#token !== null) headers.authorization = `Bearer ${this.#token}`
    const response = await fetch(this.#url + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new PortalRefusedError(response.status, text)
    return JSON.parse(text) as T
  }
}
