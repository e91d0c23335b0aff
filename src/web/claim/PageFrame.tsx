import { type ReactNode, useEffect } from 'react'
import { LanguageSelect } from './language/LanguageSelect.tsx'
import { ThemeSelect } from './ThemeSelect.tsx'

interface PageFrameProps {
  /** The document's title. */
  title: string
  /** The left side of the header. */
  brand?: ReactNode
  /** A picture before it, as a data: URL. */
  logoUrl?: string | null
  /** The right side of the header. */
  aside?: ReactNode
  children: ReactNode
}

/** One column between a header and a footer. */
export function PageFrame({ title, brand, logoUrl, aside, children }: PageFrameProps) {
  useEffect(() => {
    document.title = title
  }, [title])

  return (
    <div className="mx-auto flex min-h-dvh max-w-[592px] flex-col px-4">
      <header className="flex min-h-16 items-center justify-between gap-4">
        <div className="flex min-w-0 items-center gap-3">
          {logoUrl && <img src={logoUrl} alt="" className="size-8 shrink-0 object-contain" />}
          <p className="min-w-0 truncate text-17 font-semibold">{brand}</p>
        </div>
        {aside}
      </header>
      <main className="flex-1 py-4">{children}</main>
      <footer className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-6 text-13 text-muted">
        <span>Ferry</span>
        <div className="flex flex-wrap items-center gap-2">
          <LanguageSelect />
          <ThemeSelect />
        </div>
      </footer>
    </div>
  )
}
