/** The known value that this text is; the first one where it is none. */
export function oneOf<const T extends string>(known: readonly [T, ...T[]], text: string): T {
  return known.find((value) => value === text) ?? known[0]
}
