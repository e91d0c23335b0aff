import { classNames } from './class-names.ts'

/** Holds the place of something that is on its way. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classNames('block rounded-small bg-well', className)} />
}
