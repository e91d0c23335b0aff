import { recoverMessageAddress } from 'viem'
import type { SubmitClaimBody } from '#api-schema/claims.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { CommandRefusedError } from '#domain/command-refused-error.ts'
import { shortenAddress } from '#domain/shorten-address.ts'
import { askPortal, PortalRefusal, PortalSilence, readClaim } from './portal.ts'

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
