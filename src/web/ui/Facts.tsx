import type { ReactNode } from 'react'
import { Amount, type AmountProps } from './Amount.tsx'
import { CopyButton } from './CopyButton.tsx'
import { groupThousands } from './group-thousands.ts'

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
