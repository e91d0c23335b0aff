import { claimMessage } from '#domain/claim-message.ts'
import { useTexts } from '#web/claim/language/Language.tsx'

interface MessagePreviewProps {
  eth: string
  sol: string
  amountUA: string
}

/** The text that the wallet will ask to sign, in one block. */
export function MessagePreview({ eth, sol, amountUA }: MessagePreviewProps) {
  const { preview, previewNonce, signatureNote } = useTexts().form
  return (
    <section aria-labelledby="message-preview" className="space-y-1">
      <h2 id="message-preview" className="text-13 font-semibold">
        {preview}
      </h2>
      <pre className="rounded-control bg-well p-3 font-mono text-13 break-all whitespace-pre-wrap text-muted">
        {claimMessage({ eth, sol, amountUA, nonce: previewNonce })}
      </pre>
      <p className="text-13 text-muted">{signatureNote}</p>
    </section>
  )
}
