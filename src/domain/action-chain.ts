import { createHash } from 'node:crypto'

/** One entry of the record of what operators did, as it is shown and exported. */
export interface ActionEntry {
  /** Seconds since the epoch. */
  at: number
  /** The session that asked for it; null where a command on the server did, or nobody. */
  session: string | null
  action: string
  facts: { subject: string; detail: string; person: string | null }
}

/** An entry in its place: each hash covers the one before. */
export interface ChainedAction extends ActionEntry {
  previous: string
  hash: string
}

/** What the first entry follows. */
export const CHAIN_BEGIN = '0'.repeat(64)

/** Returns the SHA-256, in lower-case hex, of the JSON text `[previous, at, session, action, subject, detail, person]` in UTF-8. */
export function hashAction(previous: string, { at, session, action, facts }: ActionEntry): string {
  const { subject, detail, person } = facts
  const text = JSON.stringify([previous, at, session, action, subject, detail, person])
  return createHash('sha256').update(text).digest('hex')
}
