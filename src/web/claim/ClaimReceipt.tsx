import { useQuery } from '@tanstack/react-query'
import { shortenAddress } from '#domain/shorten-address.ts'
import { Amount } from '#web/ui/Amount.tsx'
import { useDraft } from './form/draft.ts'
import { useTexts } from './language/Language.tsx'
import { allocationQuery, claimQuery, isAllocated } from './queries.ts'

interface ClaimReceiptProps {
  address: string
  unit: string
  /** One line, for a phone. */
  inLine: boolean
}

/** What an account claims, from where and to where, as far as that is known by now: it fills from step to step. */
export function ClaimReceipt({ address, unit, inLine }: ClaimReceiptProps) {
  const words = useTexts().brand
  const { data: allocation } = useQuery({ ...allocationQuery(address), enabled: false })
  const { data: claim } = useQuery({ ...claimQuery(address), enabled: false })
  const draft = useDraft(address)
  const amountUA = claim?.amountUA ?? allocation?.amountUA ?? '0'
  const to = draft ? shortenAddress(draft) : (claim?.solAddr ?? null)
  const isKnown = isAllocated({ amountUA })
  const amount = <Amount value={amountUA} unit={unit} lighter="text-on-brand-muted" />
  if (inLine) {
    if (!isKnown || claim) return null
    return (
      <p className="truncate text-13">
        {amount}
        {to && <span className="font-mono"> → {to}</span>}
      </p>
    )
  }
  return (
    <dl className="divide-y divide-brand-wave border-y border-brand-wave">
      <Line name={words.claiming}>
        <span className="text-22 font-semibold">{isKnown ? amount : '–'}</span>
      </Line>
      <Line name={words.from}>
        <span className="font-mono">{shortenAddress(address)}</span>
      </Line>
      <Line name={words.to}>
        <span className="font-mono">{to ?? '–'}</span>
      </Line>
    </dl>
  )
}

function Line({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-6 py-3">
      <dt className="text-15 text-on-brand-muted">{name}</dt>
      <dd className="min-w-0 text-end">{children}</dd>
    </div>
  )
}
