interface ProgressBarProps {
  label: string
  value: number
  max: number
}

/** The done part of a known total. */
export function ProgressBar({ label, value, max }: ProgressBarProps) {
  return (
    <progress
      aria-label={label}
      value={value}
      max={Math.max(max, 1)}
      className="block h-2 w-full appearance-none overflow-hidden rounded-full bg-well [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-well [&::-webkit-progress-value]:bg-accent"
    />
  )
}

/** A loading indicator. */
export function Spinner({ label }: { label: string }) {
  return (
    <p role="status" className="flex items-center justify-center gap-3 py-16 text-muted">
      <span
        aria-hidden="true"
        className="size-5 animate-spin rounded-full border-2 border-line border-t-accent"
      />
      {label}
    </p>
  )
}
