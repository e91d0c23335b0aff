import { AsyncLocalStorage } from 'node:async_hooks'

/** Who asks for what is being done. */
export interface Operator {
  /** The session, as the list of sessions names it; null where a command on the server asks. */
  readonly session: string | null
  /** What the request shows as its second secret; null where it shows none. */
  secondSecret: unknown
  /** The person whose second secret was found good. */
  person: string | null
}

const scope = new AsyncLocalStorage<Operator>()

/** Returns who asks for what is being done; undefined where nobody does, as in what a run does by itself. */
export const actingOperator = (): Operator | undefined => scope.getStore()

/** Runs work as what an operator asks for. */
export const actingAs = <T>(operator: Operator, work: () => T): T => scope.run(operator, work)

/** Runs work that nobody asks for. */
export const actingAlone = <T>(work: () => T): T => scope.exit(work)
