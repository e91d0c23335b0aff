/** Proved; neither proved nor refuted, which is never a pass; or refuted. */
export type Outcome = 'proved' | 'not_proved' | 'refuted'

/** The result of a check. */
export interface Verdict {
  outcome: Outcome
  /** What was found, and what to do, for a person. */
  sentence: string
  /** What the verdict is about, each with its name. */
  facts: readonly (readonly [name: string, value: string])[]
}

export type Facts = Verdict['facts']

export const proved = (sentence: string, facts: Facts = []): Verdict => ({
  outcome: 'proved',
  sentence,
  facts,
})

export const notProved = (sentence: string, facts: Facts = []): Verdict => ({
  outcome: 'not_proved',
  sentence,
  facts,
})

export const refuted = (sentence: string, facts: Facts = []): Verdict => ({
  outcome: 'refuted',
  sentence,
  facts,
})

/** Ends a check with its verdict, from wherever it is found. */
export class VerdictError extends Error {
  override name = 'VerdictError'
  readonly verdict: Verdict

  constructor(verdict: Verdict) {
    super(verdict.sentence)
    this.verdict = verdict
  }
}

/** Returns the verdict of a check, also where it was ended early. */
export async function verdictOf(check: () => Verdict | Promise<Verdict>): Promise<Verdict> {
  try {
    return await check()
  } catch (error) {
    if (error instanceof VerdictError) return error.verdict
    throw error
  }
}

/** Says what is missing where no root was given to compare with. */
export const ROOT_MISSING =
  'Everything fits together, but that alone proves nothing: anybody can make a list and its root. Enter the root that the project has published, and check again.'

const ROOT = /^0x[0-9a-f]{64}$/

/** Reads a published root as a person enters it; null where none is given. Ends the check where it is not one. */
export function readRoot(text: string): string | null {
  const root = text.trim().toLowerCase()
  if (root === '') return null
  if (!ROOT.test(root)) {
    throw new VerdictError(
      notProved('The published root takes 0x and 64 hexadecimal digits. Check what you entered.'),
    )
  }
  return root
}
