/** Returns `text` if it is one of `known`, else the first of them. */
export function parseEnum<const T extends string>(known: readonly [T, ...T[]], text: string): T {
  return known.find((value) => value === text) ?? known[0]
}
