import { QueryClient } from '@tanstack/react-query'
import { apiRequest } from './api-client.ts'

/** Queries never go stale, are never repeated by themselves, and read the path that their key's segments make. */
export function createQueryClient(read: (path: string) => Promise<unknown> = apiRequest): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey }) => read(queryKey.join('/')),
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        refetchOnWindowFocus: false,
        refetchInterval: false,
      },
    },
  })
}
