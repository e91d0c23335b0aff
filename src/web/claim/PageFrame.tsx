import { type ReactNode, useEffect } from 'react'
import type { Brand } from '#api-schema/page-shell.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { BrandPanel, type ReceiptOf } from './BrandPanel.tsx'
import { useTexts } from './language/Language.tsx'
import { LanguageSelect } from './language/LanguageSelect.tsx'
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
