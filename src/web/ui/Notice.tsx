import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './Icon.tsx'

const TONES = {
  info: { box: 'bg-well', mark: 'text-muted', icon: 'info' },
  warn: { box: 'bg-warn-soft', mark: 'text-warn', icon: 'warning' },
  error: { box: 'bg-error-soft', mark: 'text-error', icon: 'error' },
  done: { box: 'bg-done-soft', mark: 'text-done', icon: 'check' },
} satisfies Record<string, { box: string; mark: string; icon: IconName }>

const ROLES = { info: undefined, warn: 'status', error: 'alert', done: undefined } as const

interface NoticeProps {
  tone?: keyof typeof TONES
  title?: string
  /** A line rather than a box: something weightier is on the same screen. */
  quiet?: boolean
  /** On its screen from the start: nothing that is read out on its own. */
  constant?: boolean
  children?: ReactNode
}

/**
 * A message and what to do about it: in a box, or quiet, as a line. Errors and warnings are read out when they appear, and
 * their boxes are of the highest weight: a screen has one at most.
 */
export function Notice({ tone = 'info', title, quiet = false, constant = false, children }: NoticeProps) {
  const { box, mark, icon } = TONES[tone]
  return (
    <div
      role={constant ? undefined : ROLES[tone]}
      data-weight={!quiet && (tone === 'warn' || tone === 'error') ? 'highest' : undefined}
      className={classNames(
        'flex gap-3 text-15',
        quiet ? 'border-s-2 border-line ps-3' : classNames('rounded-control p-3 sm:p-4', box),
      )}
    >
      <Icon name={icon} className={classNames('mt-1', mark)} />
      <div className="min-w-0 flex-1 space-y-1">
        {title && <p className={classNames('font-semibold', mark)}>{title}</p>}
        {children}
      </div>
    </div>
  )
}
