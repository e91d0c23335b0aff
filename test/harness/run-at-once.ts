/** As many as get a connection in time: more would wait for one for longer than the store waits. */
const WRITERS = 20

/** Does something for each item in turn, a number of them at any time. */
export async function runAtOnce<T>(
  items: readonly T[],
  run: (item: T, index: number) => Promise<unknown>,
): Promise<void> {
  const left = items.entries()
  const work = async () => {
    for (const [index, item] of left) await run(item, index)
  }
  await Promise.all(Array.from({ length: WRITERS }, work))
}
