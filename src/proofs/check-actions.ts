import { CHAIN_BEGIN, type ChainedAction, hashAction } from '#domain/action-chain.ts'
import { type Facts, notProved, proved, refuted, type Verdict, VerdictError } from './verdict.ts'

/** What is shorter may be made to fit. */
const HASH_BEGIN = /^[0-9a-f]{16,64}$/

interface GivenActions {
  /** As the panel exports them: one JSON object a line, oldest first. */
  text: string
  /** The hash of an entry as it was told outside of the portal, or its first characters: 16 at least. */
  entry: string
}

/** Checks that no entry of the record of actions was altered, taken out or put in, up to one that is known from elsewhere. */
export function checkActions({ text, entry }: GivenActions): Verdict {
  const known = entry.trim().toLowerCase()
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (lines.length === 0) return notProved('The file has no entries.')
  let previous = CHAIN_BEGIN
  let knownAt: number | null = null
  for (const [index, line] of lines.entries()) {
    const action = readAction(line, index + 1)
    if (action.previous !== previous) return broken(index, action, 'does not follow the one before it')
    if (hashAction(previous, action) !== action.hash) return broken(index, action, 'is not what was recorded')
    previous = action.hash
    if (known !== '' && previous.startsWith(known)) knownAt = index
  }
  const facts: Facts = [
    ['entries', String(lines.length)],
    ['newest entry', previous],
  ]
  if (known === '')
    return notProved(
      'Every entry follows the one before it, but that alone proves nothing: who can write to the database can write all of it anew. Give --entry with a hash that a webhook has told.',
      facts,
    )
  if (!HASH_BEGIN.test(known))
    return notProved('--entry takes 16 to 64 hexadecimal digits of an entry.', facts)
  if (knownAt === null)
    return refuted(
      'Every entry follows the one before it, but the entry that was told is not among them.',
      facts,
    )
  return proved(
    `Nothing was altered, taken out or put in up to the entry that was told, number ${knownAt + 1} of ${lines.length}.`,
    facts,
  )
}

function broken(index: number, { at, action }: ChainedAction, how: string): Verdict {
  return refuted(`Entry ${index + 1} ${how}: the record was changed.`, [
    ['entry', `${action}, ${new Date(at * 1000).toISOString()}`],
  ])
}

function readAction(line: string, number: number): ChainedAction {
  try {
    const { at, session, action, facts, previous, hash } = JSON.parse(line)
    const { subject, detail, person } = facts
    return { at, session, action, facts: { subject, detail, person }, previous, hash }
  } catch {
    throw new VerdictError(
      notProved(`Line ${number} is no entry: give the file that the panel exports as actions.jsonl.`),
    )
  }
}
