/** The meaning of an error for the caller; each kind has one HTTP status (see `api/error-status.ts`). */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'missing'
  | 'conflict'
  | 'too_large'
  | 'unsupported'
  | 'too_often'
  | 'too_slow'
  | 'fault'
  | 'unavailable'

/** Returns a function that marks an entry of the catalogue as one of this kind. */
const ofKind =
  (kind: ErrorKind) =>
  <Sentence extends (context: never) => string>(sentence: Sentence) => ({ kind, sentence })

export const invalid = ofKind('invalid')
export const unauthenticated = ofKind('unauthenticated')
export const forbidden = ofKind('forbidden')
export const missing = ofKind('missing')
export const conflict = ofKind('conflict')
export const tooLarge = ofKind('too_large')
export const unsupported = ofKind('unsupported')
export const tooOften = ofKind('too_often')
export const tooSlow = ofKind('too_slow')
export const fault = ofKind('fault')
export const unavailable = ofKind('unavailable')
