import { useSyncExternalStore } from 'react'
import { useAllTexts } from '#web/claim/language/Language.tsx'
import { walletErrorText } from '#web/claim/language/wallet-error-text.ts'
import { WalletWait } from '#web/claim/WalletWait.tsx'
import {
  getSolanaWallets,
  type SolanaWallet,
  subscribeToSolanaWallets,
} from '#web/lib/solana-wallet/wallet-standard.ts'
import { useWalletRequest } from '#web/lib/wallet/use-wallet-request.ts'
import { Button } from '#web/ui/Button.tsx'
import { fill } from '#web/ui/fill.ts'
import { showToast } from '#web/ui/toast-store.ts'

interface SolanaWalletButtonsProps {
  disabled: boolean
  onAddress(address: string, walletName: string): void
}

/** Buttons that fill in the address from a Solana wallet of this browser. Nothing where there is none. */
export function SolanaWalletButtons({ disabled, onAddress }: SolanaWalletButtonsProps) {
  const wallets = useSyncExternalStore(subscribeToSolanaWallets, getSolanaWallets)
  const texts = useAllTexts()
  const { form: words } = texts
  const read = useWalletRequest({
    ask: (wallet: SolanaWallet) => wallet.readAddress(),
    onSuccess: (address, { name }) => onAddress(address, name),
    onError: (error) =>
      showToast({ tone: 'error', title: texts.connect.failed, description: walletErrorText(error, texts) }),
  })

  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {wallets.map((wallet) => (
        <Button key={wallet.name} disabled={disabled || read.isPending} onClick={() => read.mutate(wallet)}>
          <span className="flex items-center gap-2">
            {wallet.icon && <img src={wallet.icon} alt="" className="size-4" />}
            {wallets.length === 1 ? words.useWallet : fill(words.takeFromWallet, { wallet: wallet.name })}
          </span>
        </Button>
      ))}
      {read.isPending && !disabled && (
        <div className="w-full">
          <WalletWait onCancel={read.cancel} />
        </div>
      )}
    </div>
  )
}
