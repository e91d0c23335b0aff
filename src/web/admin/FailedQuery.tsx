import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'

interface FailedQueryProps {
  text: string
  query: { isFetching: boolean; refetch(): unknown }
}

/** Says what could not be read, and reads it again when asked to. */
export function FailedQuery({ text, query }: FailedQueryProps) {
  return (
    <Notice tone="error">
      <p>{text}</p>
      <Button size="small" busy={query.isFetching} busyText="Trying again..." onClick={() => query.refetch()}>
        Try again
      </Button>
    </Notice>
  )
}
