import type { de } from './de.ts'
import type { AllTexts } from './later-english.ts'

/**
 * What a language has to say: all that the English texts say, and the errors that `de.ts` translates, so that a text
 * without a translation does not compile. A new text goes into `en.ts` or `later-english.ts` and `de.ts` first, then wherever `tsc` asks for it.
 */
export type Translation = AllTexts & {
  errors: Required<Pick<AllTexts['errors'], keyof (typeof de)['errors']>>
}
