import { useQuery } from '@tanstack/react-query'
import type { CSSProperties, ReactNode } from 'react'
import { endpoints } from '#api-schema/endpoints.ts'
import { shortenAddress } from '#domain/shorten-address.ts'
import { formatLocal } from '#web/lib/time.ts'
import { Address, CopyButton } from '#web/ui/Address.tsx'
import { Amount, type AmountProps, formatDecimal } from '#web/ui/Amount.tsx'
import { classNames } from '#web/ui/basics.tsx'
import { ExplorerLink, type ExplorerLinkProps } from '#web/ui/ExplorerLink.tsx'
import { adminQuery } from './admin-send.ts'
import { changeUrlState } from './url-state.ts'

interface BriefAmountProps {
  value: string
  unit?: string | undefined
  /** The places of its column: the decimal points of amounts stand below each other. */
  places?: number
}

const PLACES = 4

/** An amount to four decimal places. The rest is cut off, never rounded, and marked by "…"; hover, a copy and a screen reader have all of it. */
export function BriefAmount({ value, unit, places = 0 }: BriefAmountProps) {
  const [whole = '', fraction = ''] = value.split('.')
  const rest = fraction.slice(PLACES)
  return (
    <span
      title={rest === '' ? undefined : `${groupThousands(value)} ${unit ?? ''}`.trim()}
      className="relative"
    >
      <span className="font-mono whitespace-nowrap tabular-nums">
        {groupThousands(whole || '0')}
        <span
          className={classNames(
            'font-normal text-muted',
            // On a phone no amount stands below another.
            places > 0 && 'text-left whitespace-pre panel:inline-block panel:min-w-(--places)',
          )}
          style={places > 0 ? ({ '--places': `${places + 1}ch` } as CSSProperties) : undefined}
        >
          {fraction !== '' && `.${fraction.slice(0, PLACES)}`}
          {rest !== '' && (
            <>
              <span className="sr-only">{rest}</span>
              <span aria-hidden="true" className="select-none">
                …
              </span>
            </>
          )}
        </span>
      </span>
      {unit && <span className="font-sans font-normal text-muted"> {unit}</span>}
    </span>
  )
}

/** The most places that these amounts are shown with, the mark of what is cut off among them. */
export function placesIn(amounts: readonly string[]): number {
  return Math.max(0, ...amounts.map((amount) => Math.min(amount.split('.')[1]?.length ?? 0, PLACES + 1)))
}

/** Writes a decimal string exactly, or a count, with separators between the thousands. Empty is 0. */
export function groupThousands(decimalOrCount: string | number): string {
  return formatDecimal(`${decimalOrCount}`, 'en')
}

/** Begins words as a sentence begins. */
export function capitalize(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** "1 transaction", "1,200 transactions". */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${groupThousands(count)} ${count === 1 ? one : many}`
}

interface SolProps {
  amount: string
  /** Up for what is needed or spent, which is usual; down for what is there. */
  round?: 'up' | 'down'
  /** False in a column whose head names the unit. */
  hasUnit?: boolean
}

/** An amount of SOL to 6 decimals, exact on hover. */
export function Sol({ amount, round = 'up', hasUnit = true }: SolProps) {
  return (
    <span title={`${amount} SOL exactly`} className="font-mono whitespace-nowrap tabular-nums">
      {formatSol(amount, round)}
      {hasUnit && <span className="font-sans text-muted"> SOL</span>}
    </span>
  )
}

const DECIMALS = 6

/** SOL to 6 decimals, and "≈" where it was rounded: what is needed never down, what is there never up. */
export function formatSol(decimal: string, round: 'up' | 'down' = 'up'): string {
  const [whole = '0', fraction = ''] = decimal.split('.')
  const isExact = !/[1-9]/.test(fraction.slice(DECIMALS))
  const micro =
    BigInt(whole + fraction.slice(0, DECIMALS).padEnd(DECIMALS, '0')) +
    (isExact || round === 'down' ? 0n : 1n)
  const digits = micro.toString().padStart(DECIMALS + 1, '0')
  const text = `${groupThousands(digits.slice(0, -DECIMALS))}.${digits.slice(-DECIMALS)}`
  return isExact ? text : `≈ ${text}`
}

/** A moment in a table, by the reader's own clock. */
export function Time({ at }: { at: number }) {
  return <span className="whitespace-nowrap tabular-nums">{formatLocal(at)}</span>
}

/** An address as tables show it, whole on hover, focus and copy; "N/A" where there is none. */
export function ShortAddress({ address, what }: { address: string; what?: string }) {
  if (!address) return 'N/A'
  return <Address full={address} short={shortenAddress(address)} {...(what && { what })} />
}

interface TransactionLinkProps extends Omit<ExplorerLinkProps, 'explorer' | 'children'> {
  children?: ReactNode
}

/** A link to a transaction in the explorer that the settings name. */
export function TransactionLink({ children = 'View Tx', ...transaction }: TransactionLinkProps) {
  const { data: portal } = useQuery(adminQuery(endpoints.public.portal))
  return (
    <ExplorerLink {...transaction} explorer={portal?.explorer ?? 'solana'}>
      {children}
    </ExplorerLink>
  )
}

/** A claim's id, as a link to its details. */
export function ClaimLink({ id }: { id: string }) {
  return (
    <button
      type="button"
      title="Show this claim"
      onClick={() => changeUrlState({ claim: id }, { step: true })}
      className="font-mono whitespace-nowrap text-accent underline underline-offset-4"
    >
      {id}
    </button>
  )
}

interface PaymentReferenceProps {
  payment: { claimId: string | null; isClaimReset: boolean; rowNumber: number | null }
}

/** What a payment was for: a claim, with a link for as long as it is there, or a row of a distribution. */
export function PaymentReference({ payment: { claimId, isClaimReset, rowNumber } }: PaymentReferenceProps) {
  if (claimId === null) return rowNumber === null ? '-' : `Row ${rowNumber}`
  if (!isClaimReset) return <ClaimLink id={claimId} />
  return (
    <span className="whitespace-nowrap" title="This claim was reset since">
      <span className="font-mono">{claimId}</span> <span className="text-muted">(reset)</span>
    </span>
  )
}

interface PaymentTransactionProps extends Pick<ExplorerLinkProps, 'cluster' | 'rpcUrl'> {
  signature: string | null
}

/** The signature of a payment's transaction, shortened, as a link to the explorer. */
export function PaymentTransaction({ signature, cluster, rpcUrl }: PaymentTransactionProps) {
  if (signature === null) return <span className="text-muted">-</span>
  return (
    <TransactionLink signature={signature} cluster={cluster} rpcUrl={rpcUrl}>
      <span className="font-mono" title={signature}>
        {shortenAddress(signature)}
      </span>
    </TransactionLink>
  )
}

/** A list of names and values, one to a line. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="divide-y divide-line">{children}</dl>
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 py-2">
      <dt className="text-muted">{name}</dt>
      <dd className="ms-auto flex min-w-0 items-center gap-2 text-end">{children}</dd>
    </div>
  )
}

/** A fact whose value is a count. */
export function Count({ name, count }: { name: string; count: number }) {
  return (
    <Fact name={name}>
      <span className="font-mono tabular-nums">{groupThousands(count)}</span>
    </Fact>
  )
}

/** A fact whose value is an amount. */
export function AmountFact({ name, ...amount }: { name: string } & AmountProps) {
  return (
    <Fact name={name}>
      <Amount {...amount} />
    </Fact>
  )
}

interface CopyFactProps {
  name: string
  value: string
  what?: string
  children?: ReactNode
}

/** A fact to be copied, by default an address, and what stands before it. */
export function CopyFact({ name, value, what, children }: CopyFactProps) {
  return (
    <Fact name={name}>
      {children}
      <span className="min-w-0 text-left font-mono text-13 break-all">{value}</span>
      <span className="-me-2 flex">
        <CopyButton text={value} {...(what && { what })} />
      </span>
    </Fact>
  )
}
