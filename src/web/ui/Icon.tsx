import { classNames } from './class-names.ts'

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
