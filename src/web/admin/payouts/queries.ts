import { type QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { endpoints } from '#api-schema/endpoints.ts'
import { adminQuery, adminSend, pagedQuery, polledQuery } from '#web/admin/admin-send.ts'
import { refresh } from '#web/admin/queries.ts'
import { queryKeyOf } from '#web/lib/query-key.ts'

const { standaloneSender } = endpoints

const RUNNING_POLL_MS = 2000
const IDLE_POLL_MS = 30_000
const STATS_POLL_MS = 10_000

export function useStandaloneStatus() {
  return useQuery(polledQuery(standaloneSender.status, RUNNING_POLL_MS))
}

export function useStandaloneStats() {
  return useQuery(polledQuery(standaloneSender.stats, STATS_POLL_MS))
}

/** The distributions, newest first; asked for more often while something runs. */
export function useDistributions(running: boolean) {
  return useQuery(polledQuery(standaloneSender.distributions, running ? RUNNING_POLL_MS : IDLE_POLL_MS))
}

export function useDistributionProgress(distributionId: string) {
  return useQuery(polledQuery(standaloneSender.progress, RUNNING_POLL_MS, { params: { distributionId } }))
}

/**
 * Reads the estimate of the rest of a distribution if `read` is set, where that is asked for without the rows that were paid before;
 * otherwise it returns the cached one.
 */
export function useDistributionEstimate(
  distributionId: string,
  { read = false, leaveOutRepeats = false } = {},
) {
  const query = leaveOutRepeats ? { leaveOutRepeats: 'true' as const } : undefined
  return useQuery({
    ...adminQuery(standaloneSender.estimate, { params: { distributionId }, ...(query && { query }) }),
    enabled: read,
    refetchOnMount: 'always',
  })
}

/** Reads the rows of a distribution that were paid before, a page at a time. */
export function useRepeatedRows(distributionId: string, { read }: { read: boolean }) {
  const params = { distributionId }
  return useInfiniteQuery({
    ...pagedQuery(queryKeyOf(standaloneSender.repeatedRows, { params }), (cursor) =>
      adminSend(standaloneSender.repeatedRows, { params, query: { cursor } }),
    ),
    enabled: read,
  })
}

/** Reads again everything that a change of the standalone sender affects. */
export function refreshStandalone(queryClient: QueryClient) {
  const { status, stats, distributions, progress, repeatedRows, estimate } = standaloneSender
  return refresh(queryClient, [status, stats, distributions, progress, repeatedRows, estimate])
}
