import { useState } from 'react'
import type { ClaimFormProps } from '#web/claim/form/ClaimForm.tsx'
import { readDraft } from '#web/claim/form/draft.ts'
import { DestinationStep } from './DestinationStep.tsx'
import { SignStep } from './SignStep.tsx'
import { type KeptText, keepText, readKeptText } from './text-to-sign.ts'

/** The third screen of those who sign elsewhere: the destination, then the text and its signature. A reload keeps both. */
export function ElsewhereForm(props: ClaimFormProps) {
  const { address, corrects, allocation } = props
  const [kept, setKept] = useState(() =>
    readKeptText(address, { sol: readDraft(address), amountUA: allocation.amountUA, corrects }),
  )

  function keep(next: KeptText | null) {
    keepText(address, next)
    setKept(next)
  }

  return kept === null ? (
    <DestinationStep {...props} onText={(text) => keep({ text, pasted: '' })} />
  ) : (
    <SignStep {...props} kept={kept} onChange={keep} onBack={() => keep(null)} />
  )
}
