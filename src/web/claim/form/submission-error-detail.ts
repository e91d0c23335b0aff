import type { AllTexts } from '#web/claim/language/later-english.ts'
import { walletErrorText } from '#web/claim/language/wallet-error-text.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { WalletError } from '#web/lib/wallet/wallet-error.ts'
import { fill } from '#web/ui/fill.ts'
import { errorText, LostAnswer, OtherSigner } from './submission-error.ts'

/** Describes the exact problem, for the notice beside the form. */
export function submissionErrorDetail(error: Error, texts: AllTexts): string {
  if (error instanceof ApiError) return errorText(error, texts)
  if (error instanceof LostAnswer) return texts.form.unknownHelp
  if (error instanceof OtherSigner) return fill(texts.form.otherSigner, error)
  return error instanceof WalletError ? walletErrorText(error, texts) : texts.form.noAnswer
}
