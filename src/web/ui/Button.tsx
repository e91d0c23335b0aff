import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { classNames } from './class-names.ts'

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
