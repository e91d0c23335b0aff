import type { ReactNode } from 'react'
import type { Brand } from '#api-schema/page-shell.ts'
import type { PortalResponse } from '#api-schema/portal.ts'
import { formatUtcMinute } from '#web/lib/format-time.ts'
import { fill } from '#web/ui/fill.ts'
import { useLanguage } from './language/Language.tsx'
import { useIsLive, usePageData } from './page-data.ts'

/** Draws a receipt, in one line or as a list. */
export type ReceiptOf = (inLine: boolean) => ReactNode

interface BrandPanelProps {
  /** Null while it is not known. */
  brand: Brand | null
  /** Beside its name. */
  aside?: ReactNode
  /** What is being claimed, in place of what this is. */
  receipt?: ReceiptOf | undefined
}

/** The project's half of the page: who it is, what this is, when, and which address is the genuine one. A strip on a phone. */
export function BrandPanel({ brand, aside, receipt }: BrandPanelProps) {
  const words = useLanguage().texts.brand
  return (
    <header className="bg-brand text-on-brand lg:fixed lg:inset-y-0 lg:inset-s-0 lg:w-1/2 lg:overflow-y-auto">
      <div className="mx-auto max-w-[592px] px-4 py-3 lg:mx-0 lg:max-w-none lg:px-12 lg:pt-12 lg:pb-72">
        <div className="flex min-h-12 items-center justify-between gap-4">
          <div className="flex min-w-0 items-center gap-3 lg:gap-4">
            {brand && <Mark brand={brand} />}
            <div className="min-w-0">
              <p className="truncate text-17 font-semibold lg:text-22">{brand?.tokenName ?? '\u00a0'}</p>
              <Host className="text-13 lg:hidden" />
            </div>
          </div>
          {aside}
        </div>
        <div className="lg:hidden">{receipt?.(true)}</div>
        <div className="hidden max-w-[480px] space-y-8 pt-[max(4rem,14vh)] lg:block">
          {receipt?.(false) ?? <p className="text-30 font-semibold text-balance">{words.about}</p>}
          {brand && <Dates brand={brand} />}
          {brand?.progress && <Progress progress={brand.progress} />}
          <Host className="text-15" />
        </div>
      </div>
    </header>
  )
}

/** The logo, or the name's initial in its place. */
function Mark({ brand: { tokenName, logoUrl } }: { brand: Brand }) {
  return (
    <span className="grid size-10 shrink-0 place-items-center overflow-hidden rounded-control bg-on-brand lg:size-12">
      {logoUrl ? (
        <img src={logoUrl} alt="" className="size-full object-contain p-1" />
      ) : (
        <span aria-hidden="true" className="text-22 font-semibold text-brand">
          {[...tokenName][0]?.toUpperCase()}
        </span>
      )}
    </span>
  )
}

/** The address in the browser's bar, to be compared with the one that was announced; until the page is live, the announced one or none. */
function Host({ className }: { className: string }) {
  const { youAreOn } = useLanguage().texts.brand
  const rendered = usePageData()
  const isLive = useIsLive()
  const host = isLive || !rendered ? location.host : rendered.host
  return (
    <p className={`truncate text-on-brand-muted ${className}`}>
      {host === null ? (
        '\u00a0'
      ) : (
        <>
          {youAreOn} <bdi className="font-medium text-on-brand">{host}</bdi>
        </>
      )}
    </p>
  )
}

/** How many holders have claimed, of all. */
function Progress({ progress: { claimed, listed } }: { progress: NonNullable<Brand['progress']> }) {
  const { locale, texts } = useLanguage()
  const count = (holders: number) => holders.toLocaleString(locale)
  const share = listed.holders === 0 ? 0 : Math.min(claimed.holders / listed.holders, 1)
  return (
    <div className="space-y-2">
      <p suppressHydrationWarning className="text-15 tabular-nums">
        {fill(texts.brand.progress, { claimed: count(claimed.holders), listed: count(listed.holders) })}
      </p>
      <svg
        viewBox="0 0 100 1"
        preserveAspectRatio="none"
        aria-hidden="true"
        className="h-1 w-full rounded-full"
      >
        <rect width="100" height="1" className="fill-brand-deep" />
        <rect width={share * 100} height="1" className="fill-on-brand" />
      </svg>
    </div>
  )
}

/** False once the expected payout has passed, as far as the portal has told the time. */
function isAhead(brand: Brand & Partial<Pick<PortalResponse, 'serverTime'>>): boolean {
  return (brand.expectedPayoutAt ?? 0) > (brand.serverTime ?? 0)
}

function Dates({ brand }: { brand: Brand }) {
  const { locale, texts } = useLanguage()
  const words = texts.brand
  const dates = [
    [words.opens, brand.claimsOpenAt],
    [words.closes, brand.claimsCloseAt],
    [words.expected, isAhead(brand) ? brand.expectedPayoutAt : null],
  ] as const
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 text-15 empty:hidden">
      {dates.map(
        ([name, time]) =>
          time !== null && (
            <div key={name} className="col-span-2 grid grid-cols-subgrid">
              <dt className="text-on-brand-muted">{name}</dt>
              <dd suppressHydrationWarning className="tabular-nums">
                {formatUtcMinute(time, locale)}
              </dd>
            </div>
          ),
      )}
    </dl>
  )
}
