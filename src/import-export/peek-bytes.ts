/** Reads a stream's first bytes, until `isEnough` says so or it ends. `rest` goes on after `head`, and can be read once. */
export async function peekBytes(
  bytes: AsyncIterable<Uint8Array>,
  isEnough: (head: Buffer) => boolean,
): Promise<{ head: Buffer; rest: AsyncIterable<Uint8Array> }> {
  const iterator = bytes[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  while (!isEnough(head)) {
    const next = await iterator.next()
    if (next.done) break
    head = Buffer.concat([head, next.value])
  }
  return { head, rest: { [Symbol.asyncIterator]: () => iterator } }
}

/** One stream of `head` and what follows it. */
export async function* joinBytes(
  head: Uint8Array,
  rest: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, void> {
  if (head.length > 0) yield head
  yield* rest
}
