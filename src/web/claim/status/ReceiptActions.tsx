import { useMutation } from '@tanstack/react-query'
import { claimPageEndpoints } from '#api-schema/claim-routes.ts'
import { useAllTexts } from '#web/claim/language/Language.tsx'
import { askPortal } from '#web/claim/queries.ts'
import { jsonText, saveJson } from '#web/lib/save-file.ts'
import { copyText } from '#web/ui/Address.tsx'
import { Button, Notice } from '#web/ui/basics.tsx'
import { readReceipt } from './signed-receipt.ts'

interface ReceiptActionsProps {
  address: string
  claim: { id: string; solAddr: string }
}

/** Saves or copies the signed receipt of a claim that was made in this browser. Nothing for a claim made elsewhere. */
export function ReceiptActions({ address, claim }: ReceiptActionsProps) {
  const texts = useAllTexts()
  const { claim: words } = texts
  const receipt = readReceipt(address, claim)
  if (!receipt) return null
  return (
    <section aria-labelledby="receipt" className="space-y-2">
      <h2 id="receipt" className="text-13 font-semibold">
        {words.receipt}
      </h2>
      <p className="text-13 text-muted">{words.receiptHelp}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => saveJson(`claim-${receipt.id}.json`, receipt)}>
          {words.saveReceipt}
        </Button>
        <Button size="small" onClick={() => copyText(jsonText(receipt), words.receiptName, texts.ui)}>
          {words.copyReceipt}
        </Button>
      </div>
    </section>
  )
}

/** Saves the proof that an address's amount is in the published list, and the page that checks it. */
export function ProofActions({ address }: { address: string }) {
  const { claim: words } = useAllTexts()
  const proof = useMutation({
    mutationFn: () => askPortal(claimPageEndpoints.allocationProof, { params: { eth: address } }),
    onSuccess: (proved) => saveJson(`proof-${proved.address}.json`, proved),
  })
  return (
    <section aria-labelledby="proof" className="space-y-2">
      <h2 id="proof" className="text-13 font-semibold">
        {words.proof}
      </h2>
      <p className="text-13 text-muted">{words.proofHelp}</p>
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          busy={proof.isPending}
          busyText={words.savingProof}
          onClick={() => proof.mutate()}
        >
          {words.saveProof}
        </Button>
        <Button size="small" onClick={() => location.assign('/verify.html')}>
          {words.saveCheckingPage}
        </Button>
      </div>
      {proof.isError && <Notice tone="error" text={words.proofFailed} />}
    </section>
  )
}
