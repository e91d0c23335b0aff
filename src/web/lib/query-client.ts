import { QueryClient } from '@tanstack/react-query'

/** Queries never go stale, and are never repeated by themselves. Without a network they fail, and do not wait for it. */
export function createQueryClient(): QueryClient {
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
