import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './Icon.tsx'

const TONES = {
  neutral: 'bg-well text-muted',
  accent: 'bg-accent-soft text-accent',
  done: 'bg-done-soft text-done',
  warn: 'bg-warn-soft text-warn',
  error: 'bg-error-soft text-error',
}

export type BadgeTone = keyof typeof TONES

interface BadgeProps {
  tone?: BadgeTone
  icon?: IconName
  children: ReactNode
}

/** A state in one word. */
export function Badge({ tone = 'neutral', icon, children }: BadgeProps) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1 rounded-full px-2 text-13 font-medium whitespace-nowrap',
        TONES[tone],
      )}
    >
      {icon && <Icon name={icon} className="size-3" />}
      {children}
    </span>
  )
}
