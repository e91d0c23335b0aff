import type { InputArgument, ReplyOf, Route } from '#api-schema/endpoint.ts'
import { buildRequest } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { errorResponse } from '#api-schema/error.ts'
import { CommandRefusedError } from '#domain/command-refused-error.ts'

const LIMIT_MS = 45_000

/** The portal refused a request: its own words and code. */
export class PortalRefusal extends CommandRefusedError {
  override name = 'PortalRefusal'
  readonly code: string

  constructor(code: string, sentence: string) {
    super(sentence)
    this.code = code
  }
}

/** The portal did not answer, or not as a portal does: what was sent to it may have arrived. */
export class PortalSilence extends CommandRefusedError {
  override name = 'PortalSilence'
}

/** Asks a portal. Throws PortalRefusal, or PortalSilence. */
export async function askPortal<R extends Route>(
  origin: string,
  route: R,
  ...[input]: InputArgument<R>
): Promise<ReplyOf<R>> {
  const { url, ...request } = buildRequest(route, input)
  const response = await fetch(origin + url, {
    ...request,
    redirect: 'manual',
    signal: AbortSignal.timeout(LIMIT_MS),
  }).catch((error: unknown) => {
    throw new PortalSilence(`${origin} did not answer: ${reasonOf(error)}.`)
  })
  // Another address may be another portal: which one has the claim is for the claimant to say.
  if (response.status >= 300 && response.status < 400) {
    const elsewhere = URL.parse(response.headers.get('location') ?? '', origin)?.origin ?? 'another address'
    throw new CommandRefusedError(
      `${origin} redirects to ${elsewhere}. If that is the portal's, give it as --portal.`,
    )
  }
  const answer: unknown = await response.json().catch(() => null)
  if (!response.ok) {
    const refusal = errorResponse.safeParse(answer)
    if (refusal.success) throw new PortalRefusal(refusal.data.code, refusal.data.error)
    throw new PortalSilence(`${origin} answered ${response.status}, and not as a portal does.`)
  }
  const { reply } = route
  if (!reply || !('safeParse' in reply) || !reply.safeParse(answer).success) {
    throw new PortalSilence(`${origin} did not answer as a portal of this version does.`)
  }
  return answer as ReplyOf<R>
}

/** Reads the claim of an address; null where there is none. */
export async function readClaim(origin: string, eth: string) {
  try {
    return await askPortal(origin, endpoints.public.claim, { params: { eth } })
  } catch (error) {
    if (error instanceof PortalRefusal && error.code === 'no_claim') return null
    throw error
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message : String(cause)
}
