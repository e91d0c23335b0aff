import type { Problem } from '#domain/portal-error.ts'

/** A person reads no more than this; a file of another kind altogether has a problem in every row. */
const MAX_LISTED = 100

/** Counts every problem of a file, and keeps the first hundred. */
export class ProblemList {
  readonly #listed: Problem[] = []
  #count = 0

  /** The first 100 problems, in the order of the file. */
  get listed(): readonly Problem[] {
    return this.#listed
  }

  get count(): number {
    return this.#count
  }

  add(where: string, problem: string): void {
    this.#count += 1
    if (this.#listed.length < MAX_LISTED) this.#listed.push({ where, problem })
  }
}
