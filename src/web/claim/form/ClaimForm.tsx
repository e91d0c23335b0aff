import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import type { AccountResponse } from '#api-schema/claims.ts'
import type { PortalResponse } from '#api-schema/portal.ts'
import { type MessageParts, messageUnder, siweTermsOf } from '#domain/claim-message.ts'
import { arrivesNothing, NothingArrives } from '#web/claim/AmountHero.tsx'
import { ClaimWindowNotice } from '#web/claim/ClaimWindowNotice.tsx'
import { isOnWrongNetwork, NetworkSelector } from '#web/claim/connect/NetworkSelector.tsx'
import { useAllTexts, useLanguage } from '#web/claim/language/Language.tsx'
import { readAnew } from '#web/claim/queries.ts'
import { thresholdText } from '#web/claim/safe/SafeFacts.tsx'
import { formatUtcMinute, serverNow } from '#web/lib/time.ts'
import { isSameChain } from '#web/lib/wallet/eip1193.ts'
import { Card, Notice } from '#web/ui/basics.tsx'
import { Fold } from '#web/ui/Fold.tsx'
import { fill } from '#web/ui/fill.ts'
import { AddressField } from './AddressField.tsx'
import {
  ClaimFormHead,
  type ClaimFormProps,
  ConfirmProgramOwned,
  ImportantNotice,
} from './ClaimFormParts.tsx'
import { keepDraft } from './draft.ts'
import { accountQuery } from './lookups.ts'
import { endOf, hasExpired, readPending } from './pending-claim.ts'
import { StepButtons, SubmissionFailure, SubmissionPhase } from './SubmissionFoot.tsx'
import { submitClaim } from './submit-claim.ts'
import { isRefusal, useAddressEntry } from './use-address-entry.ts'
import { isUnconfirmed, isWalletBusy } from './use-submissions.ts'

/** The third screen: the destination of the tokens, and the signature. */
export function ClaimForm(props: ClaimFormProps) {
  const { address, allocation, corrects, claim, portal, session, submissions } = props
  const { amountUA } = allocation
  const queryClient = useQueryClient()
  const [confirmed, setConfirmed] = useState(false)
  const texts = useAllTexts()
  const { form: words } = texts
  const entry = useAddressEntry(address)
  const contracts = useContracts(address, portal)
  const submission = submissions.of(address)
  const error = submission?.error ?? null
  /** Synchronous: a second click may come before the page has been drawn. */
  const isChecking = useRef(false)
  const [isPreparing, setPreparing] = useState(false)

  // A key's signature is good on every chain, and a paired wallet may know none of these.
  const isOffNetwork = isOnWrongNetwork(portal.networks, session.chainId)
  const isChainFree = isOffNetwork && session.wallet?.pairing !== undefined && contracts.length === 0
  const wrongNetwork = isOffNetwork && !isChainFree
  const chainId = isChainFree ? (portal.networks[0]?.chainId ?? null) : session.chainId
  const isNothing = arrivesNothing(amountUA, portal.payoutDecimals)
  const needsConfirmation = entry.problem === 'sol_off_curve_unconfirmed' || isUnconfirmed(error)
  const isRejected = isRefusal(entry.problem)
  const isReady = entry.hasShape && !isRejected && (!needsConfirmation || confirmed)
  const phase = submission?.phase
  const isSubmitting = phase === 'signing' || phase === 'sending' || phase === 'looking'
  // What is entered may still be changed while it is looked up: then it is not signed.
  const isEntered = isSubmitting || isWalletBusy(error)
  const isBusy = isPreparing || isSubmitting
  const isLocked = isPreparing || isEntered

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isChecking.current || isLocked) return
    isChecking.current = true
    // The field keeps the focus where its text is turned away at once.
    setPreparing(entry.hasShape)
    try {
      const fresh = entry.hasShape ? await readAnew(queryClient, address) : null
      // Where something is not as it was shown, that is shown first, and nothing signed.
      const isAsShown =
        fresh === null ||
        (fresh.portal?.claimsOpen !== false &&
          fresh.allocation?.amountUA === amountUA &&
          (corrects || !fresh.claim))
      // Last: it is false where another account or address is shown by now.
      if (isAsShown && (await entry.check())) {
        const asked = {
          eth: address,
          sol: entry.text,
          amountUA,
          corrects,
          confirmProgramOwned: confirmed,
          chainId,
          terms: siweTermsOf(fresh?.portal ?? portal, fresh?.allocation?.fileHash ?? allocation.fileHash),
          resumable: contracts.length > 0,
        }
        submissions.begin(asked, session, submitClaim)
      }
    } finally {
      setPreparing(false)
      isChecking.current = false
    }
  }

  const heaviest = heaviestOf({
    failure: error !== null && !isUnconfirmed(error),
    refusal: isRejected,
    vault: needsConfirmation,
    network: wrongNetwork,
    contract: isOnlyElsewhere(contracts, session.chainId),
    window: !portal.claimsOpen,
    nothing: isNothing,
  })

  return (
    <Card>
      <form onSubmit={submit} noValidate className="space-y-4">
        <ClaimFormHead corrects={corrects} allocation={allocation} claim={claim} portal={portal} />
        <ImportantNotice />
        <AddressField
          entry={entry}
          disabled={isEntered}
          quiet={heaviest === 'failure'}
          onEntered={() => {
            setConfirmed(false)
            submissions.clear(address)
          }}
        />

        {wrongNetwork && (
          <NetworkSelector networks={portal.networks} session={session} quiet={heaviest !== 'network'} />
        )}
        <ContractWalletNote
          contracts={contracts}
          address={address}
          chainId={session.chainId}
          portal={portal}
          quiet={heaviest !== null && heaviest !== 'contract'}
        />
        <ClaimWindowNotice portal={portal} quiet={heaviest !== 'window'} />
        <NothingArrives amountUA={amountUA} decimals={portal.payoutDecimals} quiet={heaviest !== 'nothing'} />

        {needsConfirmation && (
          <ConfirmProgramOwned confirmed={confirmed} onConfirm={setConfirmed} quiet={heaviest !== 'vault'} />
        )}
        {entry.hasShape && !isRejected && (
          <MessagePreview
            portal={portal}
            chainId={Number(chainId)}
            eth={address}
            sol={entry.text}
            amountUA={amountUA}
          />
        )}

        <div className="submit-bar bottom-0 -mx-4 -mb-4 rounded-b-card border-t border-line bg-card px-4 py-3 sm:-mx-6 sm:-mb-6 sm:px-6">
          {submission?.error && !isUnconfirmed(error) && (
            <div className="mb-3">
              <SubmissionFailure submission={submission} />
            </div>
          )}
          <StepButtons
            leave={{ text: corrects ? texts.wait.cancel : words.reset, onClick: reset, disabled: isLocked }}
            submit={{
              text: words.submit,
              disabled: !isReady || wrongNetwork || isNothing || !portal.claimsOpen || isLocked,
              busy: isBusy,
              busyText: words.submitting,
            }}
          />
          <SubmissionPhase
            phase={phase}
            asksWallet
            pairing={session.wallet?.pairing}
            isWalletBusy={isWalletBusy(error)}
            onCancel={() => submissions.cancel(address)}
          />
        </div>
      </form>
    </Card>
  )

  function reset() {
    keepDraft(address, '')
    submissions.clear(address)
    props.onReset()
  }
}

/** What a claimant has to know first, the weightiest first; each screen shows one of them in a box. */
const BY_WEIGHT = ['failure', 'refusal', 'vault', 'network', 'contract', 'window', 'nothing'] as const

function heaviestOf(holds: Record<(typeof BY_WEIGHT)[number], boolean>) {
  return BY_WEIGHT.find((concern) => holds[concern]) ?? null
}

/** Returns the chains on which the account is a contract; none while that is not known. */
function useContracts(address: string, portal: PortalResponse): AccountResponse['contracts'] {
  const account = useQuery({ ...accountQuery(address), enabled: portal.contractChains.length > 0 })
  return account.data?.contracts ?? []
}

/** True for a contract on other chains than the wallet's. */
function isOnlyElsewhere(contracts: AccountResponse['contracts'], chainId: string | null): boolean {
  return contracts.length > 0 && !contracts.some((each) => isSameChain(each.chainId, chainId))
}

interface ContractWalletNoteProps {
  contracts: AccountResponse['contracts']
  address: string
  chainId: string | null
  portal: PortalResponse
  /** Something weightier is on the same screen. */
  quiet: boolean
}

/** Tells the co-owners of a contract wallet that their signatures may take days, or which network to switch to. */
function ContractWalletNote({ contracts, address, chainId, portal, quiet }: ContractWalletNoteProps) {
  const { locale } = useLanguage()
  const { safe: words } = useAllTexts()
  const [first] = contracts
  if (!first) return null
  const here = contracts.find((each) => isSameChain(each.chainId, chainId))
  if (!here) {
    const network = portal.networks.find((each) => isSameChain(each.chainId, first.chainId))
    return (
      <Notice
        tone="warn"
        quiet={quiet}
        text={fill(words.elsewhere, { network: network?.chainName ?? first.chainId })}
      />
    )
  }
  const pending = readPending(address)
  const isWaiting = pending !== null && !hasExpired(pending)
  return (
    <Notice title={pending && !isWaiting ? words.expired : words.wallet} quiet={quiet}>
      {here.safe && <p>{thresholdText(here.safe, words)}</p>}
      <p>{pending && !isWaiting ? words.expiredHelp : words.walletHelp}</p>
      {isWaiting && (
        <p className="font-semibold">
          {fill(words.waiting, { time: formatUtcMinute(Math.floor(endOf(pending) / 1000), locale) })}
        </p>
      )}
    </Notice>
  )
}

type MessagePreviewProps = Omit<MessageParts, 'nonce'> & { portal: PortalResponse }

/** The text that the wallet will ask to sign, folded. Its times are those of now, where it names any. */
function MessagePreview({ portal, ...parts }: MessagePreviewProps) {
  const { preview, previewNonce } = useAllTexts().form
  const [shownAtMs] = useState(serverNow)
  const terms = siweTermsOf(portal, portal.fileHash)
  const nonce = terms === null ? previewNonce : String(shownAtMs)
  return (
    <Fold summary={preview} quiet>
      <section aria-label={preview}>
        <pre className="rounded-control bg-well p-3 font-mono text-13 break-all whitespace-pre-wrap text-muted">
          {messageUnder(terms, { ...parts, nonce })}
        </pre>
      </section>
    </Fold>
  )
}
