/**
 * Runs `stop` on the first SIGINT or SIGTERM. Later ones are ignored: npm forwards a Ctrl-C to a process that got it
 * already, and the second must not cut the stop short.
 */
export function onStop(stop: (signal: NodeJS.Signals) => Promise<void>): void {
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isStopping) return
      isStopping = true
      stop(signal).catch((error: unknown) => {
        console.error('The stop did not go well.', error)
        process.exit(1)
      })
    })
  }
}
