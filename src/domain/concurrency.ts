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

interface Waiting<Item, Answer> {
  item: Item
  resolve(answer: Answer): void
  reject(reason: unknown): void
}

/** Answers items in their order. An Error among the answers rejects its own item alone. */
type Work<Item, Answer> = (items: readonly Item[]) => Promise<readonly (Answer | Error)[]>

interface TickTerms {
  maxBatchSize: number
  /** The number of calls at a time: what is asked for meanwhile goes into the next ones together. Any number unless given. */
  mostUnderWay?: number
}

/**
 * Makes the function that asks for one item's answer: all that one turn of the event loop asks for goes into one call of
 * `work`, or into several where it is more than `maxBatchSize`. Where a call fails, each of its items does.
 */
export function batchPerTick<Item, Answer>(
  work: Work<Item, Answer>,
  { maxBatchSize, mostUnderWay = Number.POSITIVE_INFINITY }: TickTerms,
): (item: Item) => Promise<Answer> {
  const waiting: Waiting<Item, Answer>[] = []
  let underWay = 0
  let isDue = false

  function startBatches(): void {
    isDue = false
    while (waiting.length > 0 && underWay < mostUnderWay) {
      underWay += 1
      void answerBatch(work, waiting.splice(0, maxBatchSize)).finally(goOn)
    }
  }

  function goOn(): void {
    underWay -= 1
    if (waiting.length > 0) startSoon()
  }

  function startSoon(): void {
    if (isDue) return
    isDue = true
    setImmediate(startBatches)
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      startSoon()
    })
}

async function answerBatch<Item, Answer>(
  work: Work<Item, Answer>,
  batch: readonly Waiting<Item, Answer>[],
): Promise<void> {
  try {
    const answers = await work(batch.map(({ item }) => item))
    if (answers.length !== batch.length) {
      throw new Error(`A batch of ${batch.length} was given ${answers.length} answers`)
    }
    for (const [index, answer] of answers.entries()) {
      const waiting = batch[index] as Waiting<Item, Answer>
      if (answer instanceof Error) waiting.reject(answer)
      else waiting.resolve(answer)
    }
  } catch (error) {
    for (const { reject } of batch) reject(error)
  }
}

/** Waits for an answer for a limited time. Throws what `late` makes when it has not come by then. */
export async function within<T>(answer: Promise<T>, limitMs: number, late: () => unknown): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(late()), limitMs)
  try {
    return await Promise.race([answer, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
