import { recoverMessageAddress } from 'viem'
import type { SubmitClaimBody } from '#api-schema/claims.ts'
import { buildRequest, type InputArgument, type ReplyOf, type Route } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { errorResponse } from '#api-schema/error.ts'
import type { PortalResponse } from '#api-schema/portal.ts'
import { messageUnder, siweTermsOf } from '#domain/claim-message.ts'
import { readChainId } from '#domain/networks.ts'
import { PortalError } from '#domain/portal-error.ts'
import { CommandRefusedError } from '#domain/refused-error.ts'
import { shortenAddress } from '#domain/shorten-address.ts'
import type { ClaimOptions } from './claim-options.ts'

const LIMIT_MS = 45_000

/** The portal refused a request: its own words and code. */
class PortalRefusal extends CommandRefusedError {
  override name = 'PortalRefusal'
  readonly code: string

  constructor(code: string, sentence: string) {
    super(sentence)
    this.code = code
  }
}

/** The portal did not answer, or not as a portal does: what was sent to it may have arrived. */
class PortalSilence extends CommandRefusedError {
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
async function readClaim(origin: string, eth: string) {
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

/** A claim that the portal would take, as far as it can be known before it is signed. */
export interface ClaimToMake {
  portal: PortalResponse
  eth: string
  sol: string
  chainId: number
  amountUA: string
  /** The Solana address has no account yet. */
  isUnused: boolean
  /** Builds the text that is signed. */
  messageAt(nonce: string): string
}

/** Reads what the portal says of a claim. Throws CommandRefusedError where it would not take it. */
export async function lookUpClaim(
  { portal: origin, sol, corrects, confirmProgramOwned, chainId: wanted }: ClaimOptions,
  portal: PortalResponse,
  eth: string,
): Promise<ClaimToMake> {
  const chainId = chainOf(portal, wanted)
  const allocation = await askPortal(origin, endpoints.public.allocation, {
    query: { eth, t: `${Date.now()}` },
  })
  const { amountUA } = allocation
  if (!/[1-9]/.test(amountUA)) throw new CommandRefusedError(`There is nothing to claim for ${eth}.`)
  await assertClaimable(origin, eth, corrects)
  const isUnused = await assertDestination(origin, sol, confirmProgramOwned)
  const terms = siweTermsOf(portal, allocation.fileHash)
  return {
    portal,
    eth,
    sol,
    chainId,
    amountUA,
    isUnused,
    messageAt: (nonce) => messageUnder(terms, { eth, sol, amountUA, nonce, chainId }),
  }
}

function chainOf({ networks }: PortalResponse, wanted: number | null): number {
  const chainIds = networks.map(({ chainId }) => Number(readChainId(chainId)))
  const chainId = wanted ?? chainIds[0]
  if (chainId !== undefined && chainIds.includes(chainId)) return chainId
  throw new CommandRefusedError(`--chain-id takes one of this portal's: ${chainIds.join(', ')}.`)
}

async function assertClaimable(origin: string, eth: string, corrects: boolean): Promise<void> {
  const claim = await readClaim(origin, eth)
  if (claim === null && corrects) throw new CommandRefusedError(`${eth} has made no claim to correct.`)
  if (claim !== null && !corrects) {
    throw new CommandRefusedError(
      `${eth} has claimed already: reference id ${claim.id}, ${claim.amountUA} to ${claim.solAddr}, ${claim.status}. --correct changes its Solana address while no payout has taken it.`,
    )
  }
}

/** Returns true where the address has no account yet. */
async function assertDestination(origin: string, sol: string, confirmed: boolean): Promise<boolean> {
  const { kind, problem } = await askPortal(origin, endpoints.public.destination, { params: { sol } })
  if (problem === null) return kind === 'unused'
  if (problem !== 'sol_off_curve_unconfirmed') throw new CommandRefusedError(new PortalError(problem).message)
  if (confirmed) return false
  throw new CommandRefusedError(`${new PortalError(problem).message} With --confirm-program-owned you do.`)
}

/** Answers of the portal after which the claim may be there all the same. */
const UNDECIDED = ['internal', 'store_unavailable']

interface SignedClaim {
  body: SubmitClaimBody
  message: string
  /** There is a claim already, which this one replaces. */
  corrects: boolean
}

/**
 * Submits a signed claim and returns its id. Where the answer is lost, it asks whether the claim has arrived. Throws
 * CommandRefusedError.
 */
export async function submitClaim(origin: string, claim: SignedClaim): Promise<string> {
  try {
    return (await send(origin, claim)).id
  } catch (error) {
    if (error instanceof PortalRefusal && error.code === 'bad_signature') throw await explained(error, claim)
    const isLost = error instanceof PortalSilence
    if (!isLost && !(error instanceof PortalRefusal && UNDECIDED.includes(error.code))) throw error
    return await findSent(origin, claim, error)
  }
}

function send(origin: string, { body, corrects }: SignedClaim) {
  const { submitClaim: first, correctClaim } = endpoints.public
  return corrects
    ? askPortal(origin, correctClaim, { params: { eth: body.eth }, body })
    : askPortal(origin, first, { body })
}

async function findSent(origin: string, { body }: SignedClaim, lost: CommandRefusedError): Promise<string> {
  const claim = await readClaim(origin, body.eth).catch(() => null)
  if (claim?.solAddr === shortenAddress(body.sol)) return claim.id
  throw new CommandRefusedError(
    `${lost.message}\nIt is not known whether the claim was submitted. Run the command again: it tells whether the claim has arrived, and a claim counts only once.`,
  )
}

/** Names the address that the signature was made by, if it is of this text. */
async function explained(error: PortalRefusal, { body, message }: SignedClaim): Promise<CommandRefusedError> {
  const signature = body.signature as `0x${string}`
  const signer = await recoverMessageAddress({ message, signature }).catch(() => null)
  if (signer === null) return error
  return new CommandRefusedError(
    `${error.message}\nIt was made by ${signer}, or for another text than that of ${body.eth} with this nonce.`,
  )
}
