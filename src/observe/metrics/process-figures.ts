import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Family } from './metric.ts'

/** How often the event loop is looked at. A look that comes late by more shows a lag. */
const RESOLUTION_MS = 20

const NS_PER_S = 1e9

/** The process as a scrape reads it, with the lag of its event loop since the last scrape. */
export function watchProcess(): { families(): Family[]; close(): void } {
  const lag = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  lag.enable()
  const seconds = (ns: number) => Math.max(ns / NS_PER_S - RESOLUTION_MS / 1000, 0) || 0

  return {
    families() {
      const { rss, heapUsed } = process.memoryUsage()
      const { user, system } = process.cpuUsage()
      const lags = [
        { labels: { of: 'p50' }, value: seconds(lag.percentile(50)) },
        { labels: { of: 'p99' }, value: seconds(lag.percentile(99)) },
        { labels: { of: 'max' }, value: seconds(lag.max) },
      ]
      lag.reset()
      return [
        gauge('ferry_event_loop_lag_seconds', 'How late the event loop was, since the last scrape.', ...lags),
        gauge('process_resident_memory_bytes', 'Memory of the process.', { value: rss }),
        gauge('nodejs_heap_size_used_bytes', 'JavaScript heap in use.', { value: heapUsed }),
        {
          name: 'process_cpu_seconds_total',
          help: 'CPU time of the process.',
          type: 'counter',
          samples: [{ value: (user + system) / 1e6 }],
        },
        gauge('process_start_time_seconds', 'When the process started, in seconds since the epoch.', {
          value: Math.round(performance.timeOrigin) / 1000,
        }),
      ]
    },
    close: () => lag.disable(),
  }
}

function gauge(name: string, help: string, ...samples: Family['samples'][number][]): Family {
  return { name, help, type: 'gauge', samples }
}
