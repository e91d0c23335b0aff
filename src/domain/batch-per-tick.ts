interface Waiting<Item, Answer> {
  item: Item
  resolve(answer: Answer): void
  reject(reason: unknown): void
}

/** Answers items in their order. An Error among the answers rejects its own item alone. */
type Work<Item, Answer> = (items: readonly Item[]) => Promise<readonly (Answer | Error)[]>

/**
 * Makes the function that asks for one item's answer: all that one turn of the event loop asks for goes into one call of
 * `work`, or into several where it is more than `maxBatchSize`. Where a call fails, each of its items does.
 */
export function batchPerTick<Item, Answer>(
  work: Work<Item, Answer>,
  { maxBatchSize }: { maxBatchSize: number },
): (item: Item) => Promise<Answer> {
  let open: Waiting<Item, Answer>[] | null = null

  function startBatch(): Waiting<Item, Answer>[] {
    const batch: Waiting<Item, Answer>[] = []
    setImmediate(() => {
      if (open === batch) open = null
      void answerBatch(work, batch)
    })
    return batch
  }

  return (item) =>
    new Promise((resolve, reject) => {
      if (open === null || open.length >= maxBatchSize) open = startBatch()
      open.push({ item, resolve, reject })
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
