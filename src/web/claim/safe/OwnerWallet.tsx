import type { ReactNode } from 'react'
import type { Network } from '#domain/networks.ts'
import { NetworkCard } from '#web/claim/connect/NetworkCard.tsx'
import { WalletButtons } from '#web/claim/connect/WalletButtons.tsx'
import { useAllTexts } from '#web/claim/language/Language.tsx'
import type { WalletSession } from '#web/lib/wallet/use-wallet.ts'
import { isSameChain } from '#web/lib/wallet/wallet-requests.ts'
import { fill } from '#web/ui/fill.ts'
import { Notice } from '#web/ui/Notice.tsx'

interface OwnerWalletProps {
  owners: readonly string[]
  signed: ReadonlyMap<string, string>
  network: Network | undefined
  session: WalletSession
  /** What an owner can do who has not signed, on the right network. */
  children: ReactNode
}

/** Leads to an owner's account on the Safe's network: wallets sign for the network that they are on. */
export function OwnerWallet({ owners, signed, network, session, children }: OwnerWalletProps) {
  const { safe: words } = useAllTexts()
  const account = session.address?.toLowerCase() ?? null
  if (account === null) {
    return (
      <section className="space-y-3">
        <p>{words.connectOwner}</p>
        <WalletButtons session={session} wantsOther={false} onConnected={() => {}} />
      </section>
    )
  }
  if (!owners.includes(account) || signed.has(account)) {
    return (
      <section className="space-y-3">
        <Notice>
          <p role="status">{signed.has(account) ? words.hasSigned : words.notAnOwner}</p>
        </Notice>
        <WalletButtons session={session} wantsOther secondary={signed.has(account)} onConnected={() => {}} />
      </section>
    )
  }
  if (network && !isSameChain(network.chainId, session.chainId)) {
    return (
      <section className="rounded-control border border-line">
        <p role="status" className="p-3">
          {fill(words.wrongNetwork, { network: network.chainName })}
        </p>
        <ul className="border-t border-line">
          <NetworkCard network={network} session={session} />
        </ul>
      </section>
    )
  }
  return children
}
