const MIN_CHARACTERS = 12

/** So many characters have to be left once all that is guessed first is taken out. */
const MIN_OWN_CHARACTERS = 4

/** Words that passwords are made of, and rows of keys, longer ones first. */
const GUESSED = new RegExp(
  `1q2w3e4r5t6y|1q2w3e4r5t|1q2w3e4r|1qaz2wsx|qwertyuiop|qwertzuiop|asdfghjkl|zxcvbnm|yxcvbnm|qwerty|qwertz|asdfgh|zxcvbn|
  administrator|administration|september|password|passwort|changeme|computer|december|february|november|football|baseball|
  princess|sunshine|starwars|superman|operator|iloveyou|letmein|welcome|default|october|january|monkey|dragon|shadow|
  secret|master|summer|winter|spring|autumn|august|portal|claims|access|ferry|claim|token|admin|login|hello|super|guest|march|
  april|solana|crypto|bitcoin|wallet|root|user|test|demo|pass|love|june|july|qwer|asdf|to`.replace(/\s/g, ''),
  'g',
)
const YEAR = /(?:19|20)\d\d/g
const REPEATED = /^(.+?)\1+$/s
const LETTER_OF: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
}

/** Says what is wrong with a password that is to be the administrator's, and what to do; null where nothing is. */
export function passwordProblem(password: string): string | null {
  const text = password.normalize('NFKC')
  // Characters, not UTF-16 units, of what is hashed.
  if ([...text].length < MIN_CHARACTERS) return `must have at least ${MIN_CHARACTERS} characters`
  // Digits for themselves first: in words they stand for letters.
  const lower = text
    .toLowerCase()
    .replace(YEAR, ' ')
    .replace(/\d{3,}/g, withoutRuns)
  const spelled = lower.replace(/[013457@$]/g, (sign) => LETTER_OF[sign] ?? sign)
  const isGuessed =
    REPEATED.test(text.toLowerCase()) ||
    [lower, spelled].some((each) => ownCharacters(each) < MIN_OWN_CHARACTERS)
  return isGuessed
    ? 'is one of the first that are guessed: take four words that do not belong together, or what "openssl rand -base64 18" prints'
    : null
}

/** Counts what is left of a text without known words, signs, and runs such as 123, cba and aaa. */
function ownCharacters(text: string): number {
  return [...withoutRuns(text.replace(GUESSED, ' ')).replace(/[^\p{L}\p{N}]/gu, '')].length
}

function withoutRuns(text: string): string {
  const codes = [...text].map((sign) => sign.codePointAt(0) ?? 0)
  const isRun = (at: number) => {
    const [one = 0, two = 0, three = 0] = codes.slice(at, at + 3)
    return at >= 0 && at + 2 < codes.length && two - one === three - two && Math.abs(two - one) <= 1
  }
  return [...text].filter((_, at) => !isRun(at) && !isRun(at - 1) && !isRun(at - 2)).join('')
}
