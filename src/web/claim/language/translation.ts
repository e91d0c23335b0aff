import type { de } from './de.ts'
import type { Texts } from './en.ts'

/**
 * What a language has to say: all that the English texts say, and the errors that `de.ts` translates, so that a text
 * without a translation does not compile. A new text goes into `en.ts` and `de.ts` first, then wherever `tsc` asks for it.
 */
export type Translation = Texts & {
  errors: Required<Pick<Texts['errors'], keyof (typeof de)['errors']>>
}
