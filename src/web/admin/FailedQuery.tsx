import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'

interface FailedQueryProps {
  text: string
  query: { isFetching: boolean; refetch(): unknown }
}

/** Shows what could not be read, with a button that reads it again. */
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
