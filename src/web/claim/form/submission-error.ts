import type { ErrorCode } from '#domain/portal-error.ts'
import { shortenAddress } from '#domain/shorten-address.ts'
import type { Texts } from '#web/claim/language/en.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { WalletError } from '#web/lib/wallet/eip1193.ts'
import { fill, type Template } from '#web/ui/fill.ts'

/** A claim that was sent, and of which nobody knows whether it has arrived. */
export class LostAnswer extends Error {
  override name = 'LostAnswer'
}

/** A claim that another key has signed than that of its address. */
export class OtherSigner extends Error {
  override name = 'OtherSigner'
  readonly signer: string
  readonly own: string

  constructor(signer: string, own: string) {
    super('Another key has signed')
    this.signer = shortenAddress(signer)
    this.own = shortenAddress(own)
  }
}

/** True when the wallet collects signatures of other owners yet: nothing has failed. */
export function isPendingInSafe(error: Error | null): boolean {
  return error instanceof WalletError && error.problem === 'sign_pending'
}

const BY_STATUS = {
  409: 'alreadyClaimed',
  403: 'noAllocation',
  400: 'invalid',
} as const satisfies Record<number, keyof Texts['submission']>

/** Codes that are shown by their own text, because that of their status would be wrong. */
const WITH_OWN_TEXT: readonly string[] = [
  'claims_closed',
  'claims_not_open',
  'claims_paused',
  'wallet_denied',
  'destination_denied',
  'list_replaced',
  'sol_off_curve_unseen',
  'sol_off_curve_unconfirmed',
  'contract_wallet',
  'no_contract_on_chain',
  'contract_on_other_chain',
  'contract_checked_elsewhere',
  'evm_rpc_unreachable',
  'wallet_checks_busy',
  'too_busy',
  'evm_rpc_wrong_chain',
  'amount_exceeds_u64',
  'holder_list_changed',
  'claim_under_way',
  'nonce_not_newer',
  'key_required',
  'no_claim',
] satisfies ErrorCode[]

/** Returns the description of the toast "Submission Failed": one of few texts, by status. */
export function submissionErrorText(error: Error, texts: Texts): string {
  const { submission } = texts
  if (error instanceof ApiError) {
    if (WITH_OWN_TEXT.includes(error.response?.code ?? '')) return errorText(error, texts)
    // A proxy's page has a status too, which says nothing of the claim.
    const known =
      error.response && Object.entries(BY_STATUS).find(([status]) => Number(status) === error.status)
    return submission[known?.[1] ?? 'other']
  }
  if (error instanceof OtherSigner) return submission.invalid
  const wasRejected = error instanceof WalletError && error.problem === 'sign_rejected'
  return wasRejected ? submission.signatureRejected : submission.other
}

/** Describes why an allocation can not be shown. */
export function allocationErrorText(error: Error | null, texts: Texts): string {
  const isListChanged = error instanceof ApiError && error.response?.code === 'holder_list_changed'
  return isListChanged ? errorText(error, texts) : texts.allocation.failed
}

/** Returns the text of the code that the server answered, in the reader's language where that has one. */
export function errorText({ response }: ApiError, { errors, form }: Texts): string {
  if (!response) return form.noAnswer
  const code = response.code as ErrorCode
  const { context, error } = response
  const isPlain = context && context.publicUrl === undefined && context.was === context.is
  const text = (isPlain && errors[`${code}_plain`]) || errors[code]
  // A text has nothing to put in its places where the answer has no context.
  if (!text || (!context && String(text).includes('{'))) return error
  return fill(text as Template<string>, (context ?? {}) as Record<string, string>)
}

/** Returns the text for a wallet's error. */
export function walletErrorText(error: Error, texts: Texts): string {
  return texts.wallet[error instanceof WalletError ? error.problem : 'connect_failed']
}
