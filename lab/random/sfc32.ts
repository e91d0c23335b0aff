/**
 * Makes a generator of unsigned 32-bit numbers from a state of three: sfc32 by Chris Doty-Humphrey (PractRand). The first
 * `warmUpRounds` numbers, in which similar states still show, are left out.
 */
export function sfc32(state: readonly [number, number, number], warmUpRounds: number): () => number {
  let [a, b, c] = state
  let counter = 1

  function next(): number {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return sum >>> 0
  }

  for (let round = 0; round < warmUpRounds; round++) next()
  return next
}
