import { type ReactNode, useEffect } from 'react'
import { type Brand, BrandPanel } from './BrandPanel.tsx'
import { LanguageSelect } from './language/LanguageSelect.tsx'
import { ThemeSelect } from './ThemeSelect.tsx'

interface PageFrameProps {
  /** The document's title. */
  title: string
  /** Null while it is not known, or where there is none. */
  brand: Brand | null
  /** Beside the brand. */
  aside?: ReactNode
  children: ReactNode
}

/**
 * The page in two halves: the brand, and what there is to do. On a phone the brand is a strip above it. The crossing belongs
 * to what there is to do, and is drawn across the foot of the brand's half where there is one.
 */
export function PageFrame({ title, brand, aside, children }: PageFrameProps) {
  useEffect(() => {
    document.title = title
  }, [title])

  return (
    <div className="flex min-h-dvh flex-col lg:ps-[50%]">
      <BrandPanel brand={brand} aside={aside} />
      <div className="mx-auto flex w-full max-w-[592px] flex-1 flex-col px-4 lg:max-w-[640px] lg:px-10">
        <main className="flex-1 py-4 lg:pt-16">{children}</main>
        <footer className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-6 text-13 text-muted">
          <span>Ferry</span>
          <div className="flex flex-wrap items-center gap-2">
            <LanguageSelect />
            <ThemeSelect />
          </div>
        </footer>
      </div>
    </div>
  )
}
