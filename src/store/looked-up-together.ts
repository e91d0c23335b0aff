import { batchPerTick } from '#domain/concurrency.ts'
import { PortalError } from '#domain/portal-error.ts'

/** Keeps one statement short: what was asked for later waits for it. */
const MOST_AT_ONCE = 500

/** Of the connections to PostgreSQL, which have other work. What is asked for meanwhile goes into the next statement. */
const MOST_UNDER_WAY = 3

/**
 * Makes a look-up of which all that one turn of the event loop asks for goes to the database in one statement: on a busy day that is
 * a small part of the cost of one statement each. Where a row can not be read, each is looked up alone, so that it concerns nobody else.
 */
export function lookedUpTogether<Key, Answer>(
  find: (keys: readonly Key[]) => Promise<readonly Answer[]>,
): (key: Key) => Promise<Answer> {
  return batchPerTick<Key, Answer>(
    async (keys) => {
      try {
        return await find(keys)
      } catch (error) {
        if (keys.length === 1 || !isUnreadable(error)) throw error
        return await Promise.all(keys.map((key) => findAlone(find, key)))
      }
    },
    { maxBatchSize: MOST_AT_ONCE, mostUnderWay: MOST_UNDER_WAY },
  )
}

async function findAlone<Key, Answer>(
  find: (keys: readonly Key[]) => Promise<readonly Answer[]>,
  key: Key,
): Promise<Answer | PortalError> {
  try {
    return (await find([key]))[0] as Answer
  } catch (error) {
    if (error instanceof PortalError && isUnreadable(error)) return error
    throw error
  }
}

function isUnreadable(error: unknown): boolean {
  return error instanceof PortalError && error.code === 'record_unreadable'
}
