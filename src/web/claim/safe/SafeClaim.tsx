import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { isEvmAddress } from '#domain/evm-address.ts'
import type { ClaimFormProps } from '#web/claim/form/ClaimFormParts.tsx'
import { accountQuery } from '#web/claim/form/lookups.ts'
import type { PendingClaim } from '#web/claim/form/pending-claim.ts'
import { isSecret } from '#web/claim/form/read-entered-address.ts'
import { allocationErrorText } from '#web/claim/form/submission-error.ts'
import { useAllTexts } from '#web/claim/language/Language.tsx'
import { allocationQuery, followedClaimQuery, isAllocated } from '#web/claim/queries.ts'
import { ScreenSkeleton, ScreenTitle } from '#web/claim/Screen.tsx'
import { ClaimCard } from '#web/claim/status/ClaimCard.tsx'
import { readStored, store } from '#web/lib/browser-storage.ts'
import { Button, Card, Notice } from '#web/ui/basics.tsx'
import { TextField, VERBATIM } from '#web/ui/Field.tsx'
import { fill } from '#web/ui/fill.ts'
import { SafeSteps } from './SafeSteps.tsx'
import { readSafeLink } from './safe-link.ts'

interface SafeClaimProps extends Pick<ClaimFormProps, 'portal' | 'session' | 'submissions'> {
  /** The fragment that the page was opened with; empty where the claim begins here. */
  fragment: string
  onLeave(): void
}

/** The claim of a Safe whose owners sign one after another, each with a wallet of their own. */
export function SafeClaim({ fragment, ...props }: SafeClaimProps) {
  const [link] = useState(() => readSafeLink(fragment))
  const [eth, setEth] = useState(link?.eth ?? null)
  if (eth === null) {
    return (
      <FindSafe
        badLink={fragment.length > '#safe='.length && link === null}
        onFind={setEth}
        onLeave={props.onLeave}
      />
    )
  }
  return (
    <SafeOf
      {...props}
      key={eth}
      eth={eth}
      link={link?.eth === eth ? link : null}
      onOther={() => setEth(null)}
    />
  )
}

interface SafeOfProps extends Omit<SafeClaimProps, 'fragment'> {
  eth: string
  link: PendingClaim | null
  onOther(): void
}

function SafeOf({ eth, link, portal, session, submissions, onOther, onLeave }: SafeOfProps) {
  const texts = useAllTexts()
  const account = useQuery(accountQuery(eth))
  const allocation = useQuery(allocationQuery(eth))
  const claim = useQuery(followedClaimQuery(eth))
  const [corrects, setCorrects] = useState(link?.corrects ?? false)
  const isSubmitted = submissions.of(eth)?.phase === 'submitted'

  useEffect(() => {
    if (!isSubmitted) return
    setCorrects(false)
    // A reload shows the claim, and asks for nothing more.
    history.replaceState(null, '', location.hash.replace('&corrects=1', ''))
  }, [isSubmitted])

  if (account.isPending || allocation.isPending || claim.isPending) return <ScreenSkeleton />
  if (!account.data || !allocation.data || claim.data === undefined) {
    return (
      <Refused
        text={allocationErrorText(allocation.error, texts)}
        retry={() => Promise.all([account.refetch(), allocation.refetch(), claim.refetch()])}
        onOther={onOther}
      />
    )
  }
  if (claim.data && !corrects) {
    return (
      <ClaimCard
        address={eth}
        claim={claim.data}
        portal={portal}
        stale={claim.isError}
        onCorrect={() => setCorrects(true)}
        onOtherWallet={onLeave}
      />
    )
  }
  // Of an address on no list the portal asks no node.
  if (!isAllocated(allocation.data)) {
    return <Refused text={texts.allocation.notFoundHelp} onOther={onOther} />
  }
  const { kind, contracts } = account.data
  const found = contracts.find(({ chainId, safe }) => {
    return safe !== null && (link === null || Number(chainId) === Number(link.chainId))
  })
  if (!found?.safe) {
    const { safe: words } = texts
    const networks = portal.networks.filter(({ chainId }) => portal.contractChains.includes(chainId))
    const names = networks.map(({ chainName }) => chainName).join(', ')
    const nowhere = fill(words.notFound, { networks: names })
    const text = { key: nowhere, contract: words.notASafe, unknown: words.unknown }[kind]
    return <Refused text={text} retry={() => account.refetch()} onOther={onOther} />
  }
  return (
    <SafeSteps
      safe={{ eth, chainId: found.chainId, ...found.safe }}
      allocation={allocation.data}
      corrects={claim.data !== null}
      link={link}
      portal={portal}
      session={session}
      submissions={submissions}
      onLeave={onOther}
    />
  )
}

interface RefusedProps {
  text: string
  retry?(): unknown
  onOther(): void
}

/** Tells why no claim can be begun for this address. */
function Refused({ text, retry, onOther }: RefusedProps) {
  const { safe: words, page } = useAllTexts()
  return (
    <Card className="space-y-6">
      <ScreenTitle>{words.heading}</ScreenTitle>
      <Notice tone="error" text={text} />
      <div className="flex flex-wrap gap-3">
        {retry && <Button onClick={retry}>{page.tryAgain}</Button>}
        <Button variant="quiet" onClick={onOther}>
          {words.otherSafe}
        </Button>
      </div>
    </Card>
  )
}

const LAST_SAFE_KEY = 'ferry-last-safe'

interface FindSafeProps {
  /** The page was opened by a link that can not be read. */
  badLink: boolean
  onFind(eth: string): void
  onLeave(): void
}

/** Asks for the Safe that held the coin. */
function FindSafe({ badLink, onFind, onLeave }: FindSafeProps) {
  const [text, setText] = useState(() => readStored('browser', LAST_SAFE_KEY) ?? '')
  const [isRefused, setRefused] = useState(false)
  const texts = useAllTexts()
  const { safe: words } = texts

  function submit(event: FormEvent) {
    event.preventDefault()
    const eth = text.trim()
    setRefused(!isEvmAddress(eth))
    if (!isEvmAddress(eth)) return
    store('browser', LAST_SAFE_KEY, eth)
    onFind(eth)
  }

  return (
    <Card>
      <form onSubmit={submit} noValidate className="space-y-6">
        <div className="space-y-2">
          <ScreenTitle>{words.heading}</ScreenTitle>
          <p>{words.help}</p>
        </div>
        {badLink && <Notice tone="warn" text={words.badLink} />}
        <TextField
          label={words.address}
          hint={words.addressHint}
          error={isRefused ? words.invalid : null}
          value={text}
          onChange={(event) => {
            setText(isSecret(event.target.value) ? '' : event.target.value)
            setRefused(false)
          }}
          {...VERBATIM}
          className="min-h-14 font-mono"
        />
        <div className="flex gap-3">
          <Button variant="quiet" size="large" onClick={onLeave}>
            {texts.wait.cancel}
          </Button>
          <Button type="submit" variant="primary" size="large" className="min-w-0 flex-1">
            {words.find}
          </Button>
        </div>
      </form>
    </Card>
  )
}
