import { type ReactNode, useEffect } from 'react'

interface PageFrameProps {
  /** The document's title. */
  title: string
  /** What the header's left side reads. */
  brand?: ReactNode
  /** The right side of the header. */
  aside?: ReactNode
  children: ReactNode
}

/** One column between a header and a footer. */
export function PageFrame({ title, brand, aside, children }: PageFrameProps) {
  useEffect(() => {
    document.title = title
  }, [title])

  return (
    <div className="mx-auto flex min-h-dvh max-w-[592px] flex-col px-4">
      <header className="flex min-h-16 items-center justify-between gap-4">
        <p className="min-w-0 truncate text-17 font-semibold">{brand}</p>
        {aside}
      </header>
      <main className="flex-1 py-4">{children}</main>
      <footer className="py-6 text-center text-13 text-muted">Ferry</footer>
    </div>
  )
}
