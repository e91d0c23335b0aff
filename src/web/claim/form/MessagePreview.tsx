import { useState } from 'react'
import type { PortalResponse } from '#api-schema/portal.ts'
import { messageUnder, siweTermsOf } from '#domain/claim-message.ts'
import { useAllTexts } from '#web/claim/language/Language.tsx'
import { serverNow } from '#web/lib/server-clock.ts'
import { Fold } from '#web/ui/Fold.tsx'

interface MessagePreviewProps {
  portal: PortalResponse
  chainId: number
  eth: string
  sol: string
  amountUA: string
}

/** The text that the wallet will ask to sign, folded. Its times are those of now, where it names any. */
export function MessagePreview({ portal, chainId, eth, sol, amountUA }: MessagePreviewProps) {
  const { preview, previewNonce } = useAllTexts().form
  const [shownAtMs] = useState(serverNow)
  const terms = siweTermsOf(portal, portal.fileHash)
  const nonce = terms === null ? previewNonce : String(shownAtMs)
  return (
    <Fold summary={preview} quiet>
      <section aria-label={preview}>
        <pre className="rounded-control bg-well p-3 font-mono text-13 break-all whitespace-pre-wrap text-muted">
          {messageUnder(terms, { eth, sol, amountUA, nonce, chainId })}
        </pre>
      </section>
    </Fold>
  )
}
