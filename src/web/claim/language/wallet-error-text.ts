import { WalletError } from '#web/lib/wallet/wallet-error.ts'
import type { Texts } from './en.ts'

/** What is said of something that a wallet did not do. */
export function walletErrorText(error: Error, texts: Texts): string {
  return texts.wallet[error instanceof WalletError ? error.problem : 'connect_failed']
}
