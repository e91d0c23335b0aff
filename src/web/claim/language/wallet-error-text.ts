import { WalletError } from '#web/lib/wallet/wallet-error.ts'
import type { Texts } from './en.ts'

/** Returns the text for a wallet's error. */
export function walletErrorText(error: Error, texts: Texts): string {
  return texts.wallet[error instanceof WalletError ? error.problem : 'connect_failed']
}
