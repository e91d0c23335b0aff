import type { ReactNode } from 'react'
import { Button, Notice } from '#web/ui/basics.tsx'

interface NoAnswerProps extends FailedQueryProps {
  query: FailedQueryProps['query'] & { isFetched: boolean }
  /** Stands in its place until it has come. */
  until: ReactNode
}

/** In place of an answer that has not come, or could not be read. */
export function NoAnswer({ until, query, text }: NoAnswerProps) {
  return query.isFetched ? <FailedQuery text={text} query={query} /> : until
}

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
