/** Runs tasks one after another, in the order in which they were given. */
export type OneAtATime = <T>(task: () => Promise<T>) => Promise<T>

export function createOneAtATime(): OneAtATime {
  let last: Promise<unknown> = Promise.resolve()
  return (task) => {
    const run = last.then(task)
    last = run.catch(() => {})
    return run
  }
}
