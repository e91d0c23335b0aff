import type { AdminClaimDetail } from '#api-schema/claim-detail.ts'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { Fact, Facts } from '#web/ui/Facts.tsx'

/** The message that the holder signed, and the list that it counts in: enough to verify it without the portal. */
export function SignedMessage({ claim }: { claim: AdminClaimDetail }) {
  const { message, signature, chainId, nonce, snapshotFileHash } = claim
  return (
    <details>
      <summary className="w-fit py-1 font-medium text-accent">What was signed</summary>
      <div className="space-y-2 pt-2">
        <pre className="rounded-control bg-well p-3 font-mono text-13 break-all whitespace-pre-wrap">
          {message}
        </pre>
        <Facts>
          <Fact name="Signature">
            <span className="max-h-40 min-w-0 overflow-y-auto text-left font-mono text-13 break-all">
              {signature}
            </span>
            <CopyButton text={signature} what="signature" />
          </Fact>
          <Fact name="Chain id">
            <span className="font-mono">{chainId}</span>
          </Fact>
          <Fact name="Nonce">
            <span className="font-mono">{nonce}</span>
          </Fact>
          {snapshotFileHash && (
            <Fact name="Allocation file (SHA-256)">
              <span className="min-w-0 text-left font-mono text-13 break-all">{snapshotFileHash}</span>
              <CopyButton text={snapshotFileHash} what="hash" />
            </Fact>
          )}
        </Facts>
      </div>
    </details>
  )
}
