import { useMutation } from '@tanstack/react-query'
import { claimPageEndpoints } from '#api-schema/claim-page-endpoints.ts'
import { askPortal } from '#web/claim/ask-portal.ts'
import { useAllTexts } from '#web/claim/language/Language.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { saveJson } from './save-json.ts'

/** Saves the proof that an address's amount is in the published list, and the page that checks it. */
export function ProofActions({ address }: { address: string }) {
  const { claim: words } = useAllTexts()
  const proof = useMutation({
    mutationFn: () => askPortal(claimPageEndpoints.allocationProof, { params: { eth: address } }),
    onSuccess: (proved) => saveJson(`proof-${proved.address}.json`, `${JSON.stringify(proved, null, 2)}\n`),
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
      {proof.isError && (
        <Notice tone="error">
          <p>{words.proofFailed}</p>
        </Notice>
      )}
    </section>
  )
}
