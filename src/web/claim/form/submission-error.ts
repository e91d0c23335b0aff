import type { ErrorResponse } from '#api-schema/error.ts'
import type { ErrorCode } from '#domain/portal-error.ts'
import { shortenAddress } from '#domain/shorten-address.ts'
import type { Texts } from '#web/claim/language/en.ts'
import { walletErrorText } from '#web/claim/language/wallet-error-text.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { WalletError } from '#web/lib/wallet/wallet-error.ts'

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

/** True when the wallet did not sign, and the same may be tried again at once. */
export function isUnsigned(error: Error): error is WalletError {
  return (
    error instanceof WalletError && (error.problem === 'sign_rejected' || error.problem === 'sign_failed')
  )
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

/** Makes a text of the answer's context, whose type is trusted: the server sends the one that belongs to the code. */
type TextOfContext = (named: NonNullable<ErrorResponse['context']>) => string

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

/** Describes the exact problem, for the notice beside the form. */
export function submissionErrorDetail(error: Error, texts: Texts): string {
  if (error instanceof ApiError) return errorText(error, texts)
  if (error instanceof LostAnswer) return texts.form.unknownHelp
  if (error instanceof OtherSigner) return texts.form.otherSigner(error.signer, error.own)
  return error instanceof WalletError ? walletErrorText(error, texts) : texts.form.noAnswer
}

function errorText({ response }: ApiError, texts: Texts): string {
  if (!response) return texts.form.noAnswer
  const text = texts.errors[response.code as ErrorCode]
  if (typeof text !== 'function') return text ?? response.error
  return response.context ? (text as TextOfContext)(response.context) : response.error
}
