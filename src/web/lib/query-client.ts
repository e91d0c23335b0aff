import { notifyManager, QueryClient } from '@tanstack/react-query'

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
