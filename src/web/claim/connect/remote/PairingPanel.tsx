import { useSyncExternalStore } from 'react'
import { useAllTexts } from '#web/claim/language/Language.tsx'
import type { Pairing } from '#web/lib/wallet/eip1193.ts'
import { isPhone } from '#web/lib/wallet/wallet-discovery.ts'
import { copyText } from '#web/ui/Address.tsx'
import { Button, Skeleton } from '#web/ui/basics.tsx'
import { QrCode } from '#web/ui/QrCode.tsx'

/** Pairs a wallet: by its camera, or on a phone by a link that wallet apps open. */
export function PairingPanel({ pairing }: { pairing: Pairing }) {
  const texts = useAllTexts()
  const { walletConnect: words } = texts
  const uri = useSyncExternalStore(pairing.subscribe, pairing.get)
  return (
    <section aria-label="WalletConnect" className="space-y-3 rounded-control border border-line p-4">
      <p role="status">{uri === null ? words.opening : isPhone(navigator) ? words.onPhone : words.scan}</p>
      {uri === null ? (
        <>
          {isPhone(navigator) && <Skeleton className="h-12 rounded-control" />}
          <Skeleton className="mx-auto size-64 max-w-full" />
          <Skeleton className="mx-auto h-8 w-24 rounded-control" />
        </>
      ) : (
        <>
          {isPhone(navigator) && (
            <a
              href={uri}
              className="flex min-h-12 items-center justify-center rounded-control border border-accent-edge bg-accent-fill px-4 text-17 font-semibold text-on-accent"
            >
              {words.openApp}
            </a>
          )}
          <QrCode text={uri} label={words.code} className="mx-auto size-64 max-w-full" />
          <p className="text-center">
            <Button size="small" onClick={() => copyText(uri, words.link, texts.ui)}>
              {words.copy}
            </Button>
          </p>
        </>
      )}
      <p className="text-13 text-muted">{words.help}</p>
    </section>
  )
}
