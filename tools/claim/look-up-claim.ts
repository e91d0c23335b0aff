import { endpoints } from '#api-schema/endpoints.ts'
import type { PortalResponse } from '#api-schema/portal.ts'
import { messageUnder, siweTermsOf } from '#domain/claim-message.ts'
import { CommandRefusedError } from '#domain/command-refused-error.ts'
import { readChainId } from '#domain/networks.ts'
import { PortalError } from '#domain/portal-error.ts'
import type { ClaimOptions } from './claim-options.ts'
import { askPortal, readClaim } from './portal.ts'

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
