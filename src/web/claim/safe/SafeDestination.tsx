import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ClaimWindowNotice } from '#web/claim/ClaimWindowNotice.tsx'
import { AddressField } from '#web/claim/form/AddressField.tsx'
import { isRefusal, useAddressEntry } from '#web/claim/form/use-address-entry.ts'
import { useAllTexts } from '#web/claim/language/Language.tsx'
import { readAnew } from '#web/claim/queries.ts'
import { ScreenTitle } from '#web/claim/ScreenTitle.tsx'
import { StepButtons } from '#web/claim/StepButtons.tsx'
import { Amount } from '#web/ui/Amount.tsx'
import { Card } from '#web/ui/Card.tsx'
import { SafeFacts } from './SafeFacts.tsx'
import type { SafeStepsProps } from './SafeSteps.tsx'

interface SafeDestinationProps extends Omit<SafeStepsProps, 'link'> {
  onBegin(sol: string): void
}

/** Where the tokens of a Safe go. */
export function SafeDestination({ safe, allocation, portal, onBegin, onLeave }: SafeDestinationProps) {
  const { safe: words, form } = useAllTexts()
  const entry = useAddressEntry(safe.eth)
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const { amountUA } = allocation
  const isReady = entry.hasShape && !isRefusal(entry.problem) && portal.claimsOpen

  async function submit(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    try {
      await readAnew(queryClient, safe.eth)
      if (await entry.check()) onBegin(entry.text)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Card>
      <form onSubmit={submit} noValidate className="space-y-6">
        <div className="space-y-1">
          <ScreenTitle>{words.heading}</ScreenTitle>
          <p className="text-muted">
            {form.amount}{' '}
            <span className="text-ink">
              <Amount value={amountUA} unit={portal.tokenSymbol} />
            </span>
          </p>
        </div>
        <SafeFacts safe={safe} networks={portal.networks} />
        <AddressField entry={entry} disabled={isBusy} quiet={false} onEntered={() => {}} />
        <ClaimWindowNotice portal={portal} quiet={isRefusal(entry.problem)} />
        <StepButtons
          leave={{ text: words.otherSafe, onClick: onLeave }}
          submit={{ text: words.begin, disabled: !isReady, busy: isBusy }}
        />
      </form>
    </Card>
  )
}
