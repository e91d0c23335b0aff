/** Something that a person has to know of, for as long as it lasts. */
export interface Condition {
  /** Names it: the same while it lasts, and when it comes again. */
  key: string
  /** What is wrong, and what to do. */
  words: string
}

/** A message about a condition. */
export interface Alert {
  condition: string
  phase: 'begun' | 'over'
  text: string
  atMs: number
}
