import { claimPageEndpoints } from '#api-schema/claim-routes.ts'
import type { SubmitClaimBody } from '#api-schema/claims.ts'
import { messageUnder, NONCE_MAX_AGE_MS, type SiweTerms } from '#domain/claim-message.ts'
import { shortenAddress } from '#domain/shorten-address.ts'
import { askPortal, readClaim } from '#web/claim/queries.ts'
import type { SignedReceipt } from '#web/claim/status/signed-receipt.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { serverNow } from '#web/lib/time.ts'
import { isSameAccount, WalletError } from '#web/lib/wallet/eip1193.ts'
import type { WalletSession } from '#web/lib/wallet/use-wallet.ts'
import { dropPending, type PendingClaim, resumeClaim } from './pending-claim.ts'
import { OtherSigner } from './submission-error.ts'

const LOOK_EVERY_MS = 3_000

/** Answers of the portal after which the claim may be there all the same. */
const UNDECIDED: readonly string[] = ['internal', 'store_unavailable']

/** Answers to what was sent twice: the first time it was taken. */
const TAKEN: readonly string[] = ['already_claimed', 'nonce_not_newer']

/** `eth` is verbatim as the wallet gave it. */
export interface ClaimToSubmit extends Pick<PendingClaim, 'eth' | 'sol' | 'corrects'> {
  amountUA: string
  /** The claimant confirmed an address that a program controls. */
  confirmProgramOwned: boolean
  /** What the message has to name besides; null where it is the five lines. */
  terms: SiweTerms | null
  /** The chain to name; null for the wallet's own. */
  chainId: string | null
  /** A contract wallet's: its owners may take days, and all sign the same text. */
  resumable: boolean
}

export interface SignedClaim {
  body: SubmitClaimBody
  corrects: boolean
  /** All of the receipt but what the portal gives. */
  receipt: Omit<SignedReceipt, 'id'>
}

/** Has the wallet sign the claim, at the server's time. Throws WalletError. */
async function signClaim(claim: ClaimToSubmit, session: WalletSession): Promise<SignedClaim> {
  const { eth, sol, amountUA, corrects, terms } = claim
  const chainId = claim.chainId ?? session.chainId
  if (chainId === null) throw new WalletError('chain_unknown')
  const nonce = claim.resumable ? resumeClaim({ eth, sol, chainId, corrects }).nonce : serverNow()
  const msg = messageUnder(terms, { eth, sol, amountUA, nonce: `${nonce}`, chainId: Number(chainId) })
  const sig = await session.sign(msg)
  if (sig === '0x' && !claim.resumable) throw new WalletError('sign_empty')
  return withSignature(claim, { nonce, chainId, msg, sig })
}

/** One that may be left out is named too, so that none is forgotten in silence. */
type EachField = { [Name in keyof Required<SubmitClaimBody>]: SubmitClaimBody[Name] | undefined }

/** Puts a claim and its signature together: what is sent, and what is kept of it. */
export function withSignature(
  {
    eth,
    sol,
    corrects,
    confirmProgramOwned,
  }: Pick<ClaimToSubmit, 'eth' | 'sol' | 'corrects' | 'confirmProgramOwned'>,
  { nonce, chainId, msg, sig }: { nonce: number; chainId: string; msg: string; sig: string },
): SignedClaim {
  const body: EachField = {
    eth,
    sol,
    nonce,
    signature: sig,
    chainId,
    confirmProgramOwned: confirmProgramOwned || undefined,
  }
  const submittedAt = new Date(serverNow()).toISOString()
  return {
    body: body as SubmitClaimBody,
    corrects,
    receipt: { portal: location.origin, submittedAt, chainId, address: eth, msg, sig },
  }
}

/** Names the key that has signed where the portal refused a signature, if it is another's. A contract may have signers of its own. */
async function explainRefusal(claim: ClaimToSubmit, { receipt }: SignedClaim, error: unknown) {
  const isRefused = error instanceof ApiError && error.response?.code === 'bad_signature'
  if (!isRefused || claim.resumable) return error
  const { recoverSigner } = await import('#web/claim/sign-elsewhere/read-signature.ts')
  const signer = recoverSigner(receipt.msg, receipt.sig)
  return signer === null || isSameAccount(signer, claim.eth) ? error : new OtherSigner(signer, claim.eth)
}

/** True when the answer to a request to sign came later than the portal takes it from a key. */
function wasAnsweredLate({ body }: SignedClaim, error: unknown): boolean {
  const isStale = error instanceof ApiError && error.response?.code === 'stale_nonce'
  return isStale && serverNow() - Number(body.nonce) > NONCE_MAX_AGE_MS.key
}

/**
 * Sends a signed claim and returns what the portal gives to its receipt. Where the answer is lost, it looks whether the claim has arrived, and sends it
 * once more where it has not. Throws ApiError, or what `fetch` throws.
 */
async function sendClaim(
  { body, corrects }: SignedClaim,
  onPhase: (phase: 'sending' | 'looking') => void,
  cancelled: AbortSignal,
): Promise<Pick<SignedReceipt, 'id' | 'portalReceipt'>> {
  for (let isRepeated = false; ; isRepeated = true) {
    onPhase('sending')
    try {
      const { id, receipt } = await send(body, corrects)
      dropPending(body.eth)
      return { id, portalReceipt: receipt }
    } catch (error) {
      const code = error instanceof ApiError ? error.response?.code : undefined
      const isLost = code === undefined || UNDECIDED.includes(code)
      if (code === 'stale_nonce' || code === 'nonce_not_newer') dropPending(body.eth)
      if (!isLost && !(isRepeated && TAKEN.includes(code))) throw error
      onPhase('looking')
      const claim = await lookUp(body.eth, cancelled)
      if (claim?.solAddr === shortenAddress(body.sol)) return { id: claim.id }
      if (isRepeated || code !== undefined || cancelled.aborted) throw error
    }
  }
}

function send(body: SubmitClaimBody, corrects: boolean) {
  const { submitClaim, correctClaim } = claimPageEndpoints
  return corrects
    ? askPortal(correctClaim, { params: { eth: body.eth }, body })
    : askPortal(submitClaim, { body })
}

/** Asks until there is an answer: the network may be gone for a while. */
async function lookUp(eth: string, cancelled: AbortSignal) {
  for (;;) {
    try {
      return await readClaim(eth)
    } catch (error) {
      if (cancelled.aborted) throw error
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    }
  }
}

/** How a claim is signed and sent. The form brings it along, so that the first view need not. */
export const submitClaim = { signClaim, sendClaim, wasAnsweredLate, explainRefusal }
export type SubmitClaim = typeof submitClaim
