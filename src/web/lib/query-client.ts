import { notifyManager, QueryClient } from '@tanstack/react-query'
import type { AnyInput, Route } from '#api-schema/endpoint.ts'

/**
 * Queries never go stale, and are never repeated by themselves. Without a network they fail, and do not wait for it. What begins shows
 * before the next event: by default a timer tells of it, and a second click, or Escape, may come sooner.
 */
export function createQueryClient(): QueryClient {
  notifyManager.setScheduler(queueMicrotask)
  return new QueryClient({
    defaultOptions: {
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        refetchOnWindowFocus: false,
        refetchInterval: false,
      },
    },
  })
}

/**
 * Builds the key of an endpoint's query: the segments of its path, as far as they are known, then the query. So the key of
 * a list is a prefix of its members' keys, and an endpoint's bare key is a prefix of all its queries' keys.
 */
export function queryKeyOf({ path }: Route, { params = {}, query }: AnyInput = {}): unknown[] {
  const segments = path.split('/').slice(1)
  const values = segments.map((segment) => (segment.startsWith(':') ? params[segment.slice(1)] : segment))
  const unknown = values.indexOf(undefined)
  return [...(unknown === -1 ? values : values.slice(0, unknown)), ...(query ? [query] : [])]
}
