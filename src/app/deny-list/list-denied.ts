import type { AppContext } from '#app/app-context.ts'
import { toEpochSeconds } from '#app/epoch-seconds.ts'

/** Returns a page of the deny list, by address, and how many are on it in all. */
export async function listDenied(
  { store }: AppContext,
  { q = '', limit, cursor = '' }: { q?: string | undefined; limit: number; cursor?: string | undefined },
) {
  const rows = await store.denyList.list({ q, after: cursor, limit: limit + 1 })
  const page = rows.slice(0, limit)
  return {
    total: await store.denyList.count(),
    addresses: page.map(({ addedAtMs, ...entry }) => ({ ...entry, addedAt: toEpochSeconds(addedAtMs) })),
    nextCursor: rows.length > limit ? (page.at(-1)?.address ?? null) : null,
  }
}
