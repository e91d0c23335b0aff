import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { BulkSenderEstimateResponse } from '#api-schema/bulk-sender.ts'
import type {
  DistributionProgressResponse,
  DistributionsResponse,
  StandaloneStatsResponse,
  StandaloneStatusResponse,
} from '#api-schema/standalone-sender.ts'

export const STANDALONE_API = '/api/standalone-bulk-sender'

const RUNNING_POLL_MS = 2000
const IDLE_POLL_MS = 30_000
const STATS_POLL_MS = 10_000

export function useStandaloneStatus() {
  return useQuery<StandaloneStatusResponse>({
    queryKey: [STANDALONE_API, 'status'],
    refetchInterval: RUNNING_POLL_MS,
    refetchOnMount: 'always',
  })
}

export function useStandaloneStats() {
  return useQuery<StandaloneStatsResponse>({
    queryKey: [STANDALONE_API, 'stats'],
    refetchInterval: STATS_POLL_MS,
    refetchOnMount: 'always',
  })
}

/** The distributions, newest first; asked for more often while something runs. */
export function useDistributions(running: boolean) {
  return useQuery<DistributionsResponse>({
    queryKey: [STANDALONE_API, 'distributions'],
    refetchInterval: running ? RUNNING_POLL_MS : IDLE_POLL_MS,
    refetchOnMount: 'always',
  })
}

export function useDistributionProgress(distributionId: string) {
  return useQuery<DistributionProgressResponse>({
    queryKey: [STANDALONE_API, 'progress', encodeURIComponent(distributionId)],
    refetchInterval: RUNNING_POLL_MS,
    refetchOnMount: 'always',
  })
}

/** What paying the rest of a distribution will cost. Read only by what shows it; others see what is known of it. */
export function useDistributionEstimate(distributionId: string, { read = false } = {}) {
  return useQuery<BulkSenderEstimateResponse>({
    queryKey: [STANDALONE_API, 'estimate', encodeURIComponent(distributionId)],
    enabled: read,
    refetchOnMount: 'always',
  })
}

/** Reads again all that a change of the standalone sender shows in. */
export function refreshStandalone(queryClient: QueryClient) {
  return queryClient.invalidateQueries({ queryKey: [STANDALONE_API] })
}
