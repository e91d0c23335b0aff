import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'

const VARIANTS = {
  primary: 'border-accent-edge bg-accent-fill text-on-accent enabled:hover:bg-accent-strong',
  secondary: 'border-control bg-card text-ink enabled:hover:bg-well',
  quiet: 'border-transparent text-accent enabled:hover:bg-accent-soft',
  danger: 'border-error bg-card text-error enabled:hover:bg-error-soft',
}

const SIZES = {
  tiny: 'min-h-7 px-2 text-13',
  small: 'min-h-8 px-3 text-13',
  normal: 'min-h-10 px-4 text-15',
  large: 'min-h-12 px-6 text-17',
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: keyof typeof VARIANTS
  size?: keyof typeof SIZES
  busy?: boolean
  /** The text while busy. Its width is reserved from the start, so that the button does not change size. */
  busyText?: string
  children: ReactNode
}

/** A button that can not be pressed twice: it is disabled while busy. */
export function Button({
  variant = 'secondary',
  size = 'normal',
  busy = false,
  busyText,
  disabled,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={classNames(
        'inline-grid items-center justify-items-center rounded-control border py-1 font-semibold transition-colors not-aria-busy:disabled:opacity-60 aria-busy:opacity-85',
        VARIANTS[variant],
        SIZES[size],
        className,
      )}
    >
      <span className={classNames('col-start-1 row-start-1', busy && busyText && 'invisible')}>
        {children}
      </span>
      {busyText && (
        <span className={classNames('col-start-1 row-start-1', !busy && 'invisible')}>{busyText}</span>
      )}
    </button>
  )
}

const BADGE_TONES = {
  neutral: 'bg-well text-muted',
  accent: 'bg-accent-soft text-accent',
  done: 'bg-done-soft text-done',
  warn: 'bg-warn-soft text-warn',
  error: 'bg-error-soft text-error',
}

export type BadgeTone = keyof typeof BADGE_TONES

interface BadgeProps {
  tone?: BadgeTone
  icon?: IconName
  children: ReactNode
}

/** How a state is shown. */
export type BadgeLook = Pick<BadgeProps, 'tone' | 'icon'>

/** A state in one word. */
export function Badge({ tone = 'neutral', icon, children }: BadgeProps) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1 rounded-full px-2 text-13 font-medium whitespace-nowrap',
        BADGE_TONES[tone],
      )}
    >
      {icon && <Icon name={icon} className="size-3" />}
      {children}
    </span>
  )
}

const NOTICE_TONES = {
  info: { box: 'bg-well', mark: 'text-muted', icon: 'info' },
  warn: { box: 'bg-warn-soft', mark: 'text-warn', icon: 'warning' },
  error: { box: 'bg-error-soft', mark: 'text-error', icon: 'error' },
  done: { box: 'bg-done-soft', mark: 'text-done', icon: 'check' },
} satisfies Record<string, { box: string; mark: string; icon: IconName }>

const ROLES = { info: undefined, warn: 'status', error: 'alert', done: undefined } as const

interface NoticeProps {
  tone?: keyof typeof NOTICE_TONES
  title?: string
  /** A line rather than a box: something weightier is on the same screen. */
  quiet?: boolean
  /** On its screen from the start: nothing that is read out on its own. */
  constant?: boolean
  /** A paragraph of it. */
  text?: string | null
  children?: ReactNode
}

/**
 * A message and what to do about it: in a box, or quiet, as a line. Errors and warnings are read out when they appear, and
 * their boxes are of the highest weight: a screen has one at most.
 */
export function Notice({
  tone = 'info',
  title,
  quiet = false,
  constant = false,
  text,
  children,
}: NoticeProps) {
  const { box, mark, icon } = NOTICE_TONES[tone]
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
        {text && <p>{text}</p>}
        {children}
      </div>
    </div>
  )
}

/** A framed section of the page. */
export function Card({
  className,
  children,
  ref,
}: {
  className?: string
  children: ReactNode
  ref?: Ref<HTMLElement>
}) {
  return (
    <section
      ref={ref}
      className={classNames('rounded-card border border-line bg-card p-4 sm:p-6', className)}
    >
      {children}
    </section>
  )
}

/** A placeholder for content that is loading. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classNames('block rounded-small bg-well', className)} />
}

const PATHS = {
  check: 'M3.5 8.5l3 3 6-7',
  warning: 'M8 2.2l6.3 11.3H1.7zM8 6.4v3.4M8 11.7v.1',
  error: 'M8 1.8a6.2 6.2 0 1 1 0 12.4A6.2 6.2 0 0 1 8 1.8zM8 4.8v4M8 11.1v.1',
  info: 'M8 1.8a6.2 6.2 0 1 1 0 12.4A6.2 6.2 0 0 1 8 1.8zM8 7.2v4M8 4.9V5',
  clock: 'M8 1.8a6.2 6.2 0 1 1 0 12.4A6.2 6.2 0 0 1 8 1.8zM8 4.6V8l2.4 1.6',
  copy: 'M5.8 5.8h7.4v7.4H5.8zM10.2 5.8V2.8H2.8v7.4h3',
  close: 'M3.8 3.8l8.4 8.4M12.2 3.8l-8.4 8.4',
  external: 'M6.5 3.2H3.2v9.6h9.6V9.5M9 3.2h3.8V7M12.6 3.4L7.4 8.6',
  unfold: 'M3.5 6l4.5 4.5L12.5 6',
  upload: 'M8 10.5V2.6M4.8 5.6L8 2.4l3.2 3.2M2.8 10.4v3h10.4v-3',
} as const

export type IconName = keyof typeof PATHS

/** A line drawing of 16 × 16 beside a word; never alone, so it is hidden from screen readers. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      className={classNames('size-4 shrink-0', className)}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}

/** Joins class names, without the falsy ones. */
export function classNames(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
