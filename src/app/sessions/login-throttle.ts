import { PortalError } from '#domain/portal-error.ts'

const WINDOW_MS = 15 * 60_000

/** A person mistypes; a program guesses. */
const MAX_FAILURES_PER_CLIENT = 5

/** Guessing from many addresses at once is bounded too, and with it what checking passwords can cost. */
const MAX_FAILURES = 200

interface Failures {
  count: number
  endsAtMs: number
}

/** Counts failed sign-ins, by client address and over all, in this process's memory. */
export interface LoginThrottle {
  /**
   * Counts an attempt as failed before its password is looked at, so that a hundred at once are not all let through.
   * Throws too_many_logins.
   */
  begin(clientAddress: string, nowMs: number): void
  /** Takes back what `begin` counted, and forgets the client's earlier failures. */
  succeed(clientAddress: string): void
}

export function createLoginThrottle(): LoginThrottle {
  const byClient = new Map<string, Failures>()
  let overall: Failures = { count: 0, endsAtMs: 0 }

  return {
    begin(clientAddress, nowMs) {
      for (const [address, { endsAtMs }] of byClient) if (endsAtMs <= nowMs) byClient.delete(address)
      if (overall.endsAtMs <= nowMs) overall = { count: 0, endsAtMs: nowMs + WINDOW_MS }

      const own = byClient.get(clientAddress) ?? { count: 0, endsAtMs: nowMs + WINDOW_MS }
      assertBelow(MAX_FAILURES_PER_CLIENT, own, nowMs)
      assertBelow(MAX_FAILURES, overall, nowMs)
      own.count += 1
      overall.count += 1
      byClient.set(clientAddress, own)
    },

    succeed(clientAddress) {
      byClient.delete(clientAddress)
      overall.count = Math.max(overall.count - 1, 0)
    },
  }
}

function assertBelow(limit: number, { count, endsAtMs }: Failures, nowMs: number): void {
  if (count < limit) return
  throw new PortalError('too_many_logins', { retryAfterSeconds: Math.ceil((endsAtMs - nowMs) / 1000) })
}
