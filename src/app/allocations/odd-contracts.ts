import type { OddThing } from '#domain/odd-thing.ts'
import type { SurveyedContracts } from '#evm/contract-survey.ts'

/** So many contracts are named. */
const NAMED = 100

/** Says which holders are contracts that can not sign a claim, and for how many nobody could tell. */
export function oddContracts({ silent, unchecked }: SurveyedContracts): OddThing[] {
  const things: OddThing[] = []
  if (silent.length > 0) {
    const [who, they] =
      silent.length === 1
        ? ['1 holder is a contract that does not sign', 'it does not answer']
        : [
            `${silent.length.toLocaleString('en-US')} holders are contracts that do not sign`,
            'they do not answer',
          ]
    things.push({
      kind: 'cannot_sign',
      words: `${who}: no known contract wallet, and ${they} EIP-1271. Nobody could claim for such an address`,
      rows: silent.length,
      where: silent.slice(0, NAMED),
    })
  }
  if (unchecked !== null) {
    const { count, why } = unchecked
    things.push({
      kind: 'not_checked',
      words: `not checked: whether ${count.toLocaleString('en-US')} of the addresses are contracts that can not sign (${why})`,
      rows: count,
      where: [],
    })
  }
  return things
}
