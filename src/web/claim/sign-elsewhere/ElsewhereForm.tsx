import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import type { Network } from '#domain/networks.ts'
import { arrivesNothing, NothingArrives } from '#web/claim/AmountHero.tsx'
import { ClaimWindowNotice } from '#web/claim/ClaimWindowNotice.tsx'
import { AddressField } from '#web/claim/form/AddressField.tsx'
import type { ClaimFormProps } from '#web/claim/form/ClaimFormParts.tsx'
import { ClaimFormHead, ConfirmProgramOwned, ImportantNotice } from '#web/claim/form/ClaimFormParts.tsx'
import { keepDraft, readDraft } from '#web/claim/form/draft.ts'
import { StepButtons } from '#web/claim/form/SubmissionFoot.tsx'
import { isRefusal, useAddressEntry } from '#web/claim/form/use-address-entry.ts'
import { isUnconfirmed } from '#web/claim/form/use-submissions.ts'
import { useAllTexts } from '#web/claim/language/Language.tsx'
import { readAnew } from '#web/claim/queries.ts'
import { Card, Notice } from '#web/ui/basics.tsx'
import { SelectField } from '#web/ui/Field.tsx'
import { fill } from '#web/ui/fill.ts'
import { SignStep } from './SignStep.tsx'
import { type KeptText, keepText, makeText, readKeptText, type TextToSign } from './text-to-sign.ts'

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

interface DestinationStepProps extends ClaimFormProps {
  onText(text: TextToSign): void
}

/** The destination of the tokens, checked as for a connected wallet, and the kind of wallet that is to sign. */
function DestinationStep(props: DestinationStepProps) {
  const { address, allocation, corrects, claim, portal, submissions, onText } = props
  const { amountUA } = allocation
  const queryClient = useQueryClient()
  const texts = useAllTexts()
  const { form: words, elsewhere } = texts
  const entry = useAddressEntry(address)
  const [confirmed, setConfirmed] = useState(false)
  /** The chain of a contract wallet. */
  const [contractChain, setContractChain] = useState(KEY_WALLET)
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  /** Synchronous: a second click may come before the page has been drawn. */
  const isUnderWay = useRef(false)

  const isRejected = isRefusal(entry.problem)
  const wasUnconfirmed = isUnconfirmed(submissions.of(address)?.error ?? null)
  const needsConfirmation = entry.problem === 'sol_off_curve_unconfirmed' || wasUnconfirmed
  const isNothing = arrivesNothing(amountUA, portal.payoutDecimals)
  const isConfirmed = !needsConfirmation || confirmed
  const isReady = entry.hasShape && !isRejected && isConfirmed && !isNothing && portal.claimsOpen
  const isKey = contractChain === KEY_WALLET

  async function prepare(event: FormEvent) {
    event.preventDefault()
    if (isUnderWay.current) return
    isUnderWay.current = true
    // The field keeps the focus where its text is turned away at once.
    setBusy(entry.hasShape)
    setFailed(false)
    try {
      const fresh = await readAnew(queryClient, address)
      if (fresh.allocation?.amountUA !== amountUA) return
      const text = makeText(fresh.portal ?? portal, fresh.allocation, address, {
        sol: entry.text,
        corrects,
        confirmProgramOwned: confirmed,
        chainId: isKey ? (portal.networks[0]?.chainId ?? '') : contractChain,
        signedBy: isKey ? 'key' : 'contract',
      })
      // Last: it is false where another account or address is shown by now.
      if (await entry.check()) {
        submissions.clear(address)
        onText(text)
      }
    } catch {
      setFailed(true)
    } finally {
      setBusy(false)
      isUnderWay.current = false
    }
  }

  function reset() {
    keepDraft(address, '')
    submissions.clear(address)
    props.onReset()
  }

  const isHeavy = isRejected || needsConfirmation
  return (
    <Card>
      <form onSubmit={prepare} noValidate className="space-y-4">
        <ClaimFormHead corrects={corrects} allocation={allocation} claim={claim} portal={portal} />
        <ImportantNotice />
        <AddressField
          entry={entry}
          disabled={isBusy}
          quiet={hasFailed}
          onEntered={() => {
            setConfirmed(false)
            submissions.clear(address)
          }}
        />
        <WalletKind networks={portal.networks} value={contractChain} onSelect={setContractChain} />
        <ClaimWindowNotice portal={portal} quiet={isHeavy} />
        <NothingArrives
          amountUA={amountUA}
          decimals={portal.payoutDecimals}
          quiet={isHeavy || !portal.claimsOpen}
        />
        {needsConfirmation && (
          <ConfirmProgramOwned confirmed={confirmed} onConfirm={setConfirmed} quiet={hasFailed} />
        )}
        {hasFailed && <Notice tone="error" title={texts.page.noAnswer} text={texts.page.noAnswerHelp} />}
        <StepButtons
          leave={{ text: corrects ? texts.wait.cancel : words.reset, onClick: reset, disabled: isBusy }}
          submit={{ text: elsewhere.next, disabled: !isReady, busy: isBusy, busyText: elsewhere.preparing }}
        />
      </form>
    </Card>
  )
}

/** Stands for an ordinary wallet, whose signature is good on every chain. */
const KEY_WALLET = ''

interface WalletKindProps {
  networks: readonly Network[]
  /** The chain of a contract wallet, or KEY_WALLET. */
  value: string
  onSelect(value: string): void
}

/** The kind of wallet that is to sign. Only a contract wallet has a chain. */
function WalletKind({ networks, value, onSelect }: WalletKindProps) {
  const words = useAllTexts().elsewhere
  const ofContracts = networks.map(({ chainId, chainName }) => ({
    value: chainId,
    name: fill(words.contractWallet, { network: chainName }),
  }))
  return (
    <SelectField<string>
      label={words.kind}
      hint={words.kindHelp}
      value={value}
      options={[{ value: KEY_WALLET, name: words.keyWallet }, ...ofContracts]}
      onSelect={onSelect}
    />
  )
}
