import type { ReactNode } from 'react'

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
