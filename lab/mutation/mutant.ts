/** A guard of the code, and the source without it. */
export interface Mutant {
  /** The error of the code without it: "pays a frozen account". */
  name: string
  /** From `src`; from the root of the repository where it begins with `tools/`. As in an import. */
  file: string
  /** Must occur in the file exactly once. */
  guard: string
  without: string
}

/** A guard that the test suite must notice the removal of. */
export interface Guard extends Mutant {
  /** The test files that must go red, from the root of the repository; the quickest that do. */
  tests: readonly string[]
}
