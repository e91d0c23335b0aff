import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** A framed section of the page. */
export function Card({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <section className={classNames('rounded-card border border-line bg-card p-4 sm:p-6', className)}>
      {children}
    </section>
  )
}
