import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** A sheet of paper that holds one thing. */
export function Card({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <section className={classNames('rounded-card border border-line bg-card p-4 sm:p-6', className)}>
      {children}
    </section>
  )
}
