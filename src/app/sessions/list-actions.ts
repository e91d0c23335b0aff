import { Readable } from 'node:stream'
import type { AppContext } from '#app/app-context.ts'
import { type PageQuery, pageOf, readNumberCursor } from '#app/reply-values.ts'
import { describeAction } from '#store/operator-actions.ts'

const EXPORTED_PER_PAGE = 500

/** Lists what operators did, newest first. Throws invalid_request on a malformed cursor. */
export async function listActions({ store }: AppContext, { limit, cursor }: PageQuery) {
  const rows = await store.operatorActions.list(limit + 1, readNumberCursor(cursor))
  const { page, nextCursor } = pageOf(rows, limit, ({ id }) => String(id))
  return { actions: page.map(describeAction), nextCursor }
}

/** Exports all of it, oldest first, an entry a line. */
export function exportActions({ store }: AppContext): Readable {
  async function* lines() {
    for (let [afterId, isMore] = [0, true]; isMore; ) {
      const page = await store.operatorActions.after(afterId, EXPORTED_PER_PAGE)
      for (const row of page) yield `${JSON.stringify(describeAction(row))}\n`
      afterId = page.at(-1)?.id ?? afterId
      isMore = page.length === EXPORTED_PER_PAGE
    }
  }
  return Readable.from(lines(), { objectMode: false })
}
