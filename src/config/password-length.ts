const MIN_CHARACTERS = 12

/** The words on a shorter one. */
export const TOO_SHORT = `must have at least ${MIN_CHARACTERS} characters`

/** Counts characters, not UTF-16 units, of what is hashed: the password in NFKC. */
export function isLongEnough(password: string): boolean {
  return [...password.normalize('NFKC')].length >= MIN_CHARACTERS
}
