import { type ReactNode, useEffect } from 'react'
import type { Brand, PortalResponse } from '#api-schema/portal.ts'
import { formatUtcMinute } from '#web/lib/time.ts'
import { classNames, Notice } from '#web/ui/basics.tsx'
import { fill } from '#web/ui/fill.ts'
import { SmallSelect } from '#web/ui/Select.tsx'
import { useLanguage, useTexts } from './language/Language.tsx'
import { LANGUAGES, type LanguageCode } from './language/languages.ts'
import { useIsLive, usePageData, useUnseenUntilLive } from './page-data.ts'

interface PageFrameProps {
  /** The document's title. */
  title: string
  /** As the portal tells it; until then it is as the page's HTML has it. */
  brand?: Brand | undefined
  /** Beside the brand. */
  aside?: ReactNode
  /** What is being claimed, once that is known. */
  receipt?: ReceiptOf | undefined
  children: ReactNode
}

/**
 * The page in two halves: the brand, and what there is to do. On a phone the brand is a strip above it. The crossing belongs
 * to what there is to do, and is drawn across the foot of the brand's half where there is one.
 */
export function PageFrame({ title, brand, aside, receipt, children }: PageFrameProps) {
  const rendered = usePageData()
  const unseen = useUnseenUntilLive()
  useEffect(() => {
    document.title = title
  }, [title])

  return (
    // Its first half has the crossing's ground, however far the page is scrolled or printed.
    <div className="relative flex min-h-dvh flex-col lg:ps-[50%] lg:before:absolute lg:before:inset-y-0 lg:before:inset-s-0 lg:before:w-1/2 lg:before:bg-brand-deep">
      <BrandPanel
        brand={brand ?? rendered?.portal ?? rendered?.brand ?? null}
        aside={aside}
        receipt={receipt}
      />
      <div className="mx-auto flex w-full max-w-[592px] flex-1 flex-col px-4 lg:max-w-[640px] lg:px-10">
        <main className="flex-1 py-4 lg:pt-16">
          <LoadedInPart />
          {children}
        </main>
        <footer
          className={classNames(
            'flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2 text-13 text-muted lg:py-4',
            unseen,
          )}
        >
          <span>Ferry</span>
          <span className="noscript:hidden">
            <LanguageSelect />
          </span>
        </footer>
      </div>
    </div>
  )
}

/** Says that a script is missing where the page does not come alive. It needs none itself: the style sheet shows it after a while. */
function LoadedInPart() {
  const { incomplete, loadAgain } = useTexts().page
  if (useIsLive()) return null
  return (
    <div className="late mb-6 noscript:hidden">
      <Notice tone="error" title={incomplete} constant>
        <p>
          <a href="/" className="font-semibold underline underline-offset-4">
            {loadAgain}
          </a>
        </p>
      </Notice>
    </div>
  )
}

/** Draws a receipt, in one line or as a list. */
export type ReceiptOf = (inLine: boolean) => ReactNode

/** The brand is null while it is not known. */
type BrandPanelProps = Pick<PageFrameProps, 'aside' | 'receipt'> & { brand: Brand | null }

/** The project's half of the page: who it is, what this is, when, and which address is the genuine one. A strip on a phone. */
function BrandPanel({ brand, aside, receipt }: BrandPanelProps) {
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

/** Returns a moment while it is ahead, as far as the portal has told the time. */
function ifAhead(
  time: number | null,
  { serverTime = 0 }: Partial<Pick<PortalResponse, 'serverTime'>>,
): number | null {
  return time !== null && time > serverTime ? time : null
}

function Dates({ brand }: { brand: Brand & Partial<Pick<PortalResponse, 'serverTime'>> }) {
  const { locale, texts } = useLanguage()
  const words = texts.brand
  const closesAt = ifAhead(brand.claimsCloseAt, brand)
  const isOver = closesAt === null && brand.claimsCloseAt !== null
  const dates = [
    [words.opens, isOver ? null : brand.claimsOpenAt],
    [words.closes, closesAt],
    [words.expected, ifAhead(brand.expectedPayoutAt, brand)],
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

const OPTIONS = (Object.keys(LANGUAGES) as LanguageCode[]).map((value) => {
  const { name, tag } = LANGUAGES[value]
  return { value, name, lang: tag }
})

function LanguageSelect() {
  const { code, choose, texts } = useLanguage()
  return <SmallSelect label={texts.page.language} value={code} options={OPTIONS} onSelect={choose} />
}
