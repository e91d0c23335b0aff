import { randomBytes, timingSafeEqual } from 'node:crypto'
import { scryptApart } from './scrypt-thread.ts'

/** 32 MiB and three passes: about a quarter of a second. */
const COST = { N: 2 ** 15, r: 8, p: 3 }
const SALT_BYTES = 16
const HASH_BYTES = 32

/** A hash that needs more memory is refused: it would bring the server down rather than protect a password. */
const MAX_MEMORY_BYTES = 512 * 1024 ** 2

const ENCODED =
  /^scrypt\$(\d{1,8})\$(\d{1,3})\$(\d{1,3})\$([A-Za-z0-9+/]{16,}={0,2})\$([A-Za-z0-9+/]{40,}={0,2})$/

interface PasswordHash {
  N: number
  r: number
  p: number
  salt: Buffer
  hash: Buffer
}

/** The operator's password, known only by its hash. */
export interface AdminPassword {
  /** It is quicker to guess than one that `hashPassword` makes: by less memory, or by less work. */
  isWeak: boolean
  /** Takes the same time for every password. */
  verify(password: string): Promise<boolean>
}

/** Hashes a password as ADMIN_PASSWORD_HASH takes it: `scrypt$N$r$p$salt$hash`, salt and hash in base64. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await scryptOf(password, { ...COST, salt, hash: Buffer.alloc(HASH_BYTES) })
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64'), hash.toString('base64')].join('$')
}

/** Parses the text that `hashPassword` returns; null when it is no such text. */
export function readAdminPassword(encoded: string): AdminPassword | null {
  const expected = parse(encoded)
  if (expected === null) return null
  return {
    isWeak: isWeak(expected),
    verify: async (password) => timingSafeEqual(await scryptOf(password, expected), expected.hash),
  }
}

function parse(encoded: string): PasswordHash | null {
  const match = ENCODED.exec(encoded)
  if (!match) return null
  const [, N, r, p, salt = '', hash = ''] = match
  const parsed = {
    N: Number(N),
    r: Number(r),
    p: Number(p),
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  }
  const isPowerOfTwo = Number.isInteger(Math.log2(parsed.N))
  const isWithinLimits = parsed.N > 1 && parsed.r > 0 && parsed.p > 0
  return isPowerOfTwo && isWithinLimits && memoryBytes(parsed) <= MAX_MEMORY_BYTES ? parsed : null
}

/** The same password typed on another keyboard may come in other code points: NFKC makes them one. */
async function scryptOf(password: string, { N, r, p, salt, hash }: PasswordHash): Promise<Buffer> {
  const options = { N, r, p, maxmem: memoryBytes({ N, r, p }) }
  return Buffer.from(
    await scryptApart({ text: password.normalize('NFKC'), salt, bytes: hash.length, options }),
  )
}

function isWeak({ N, r, p }: PasswordHash): boolean {
  return N * r < COST.N * COST.r || N * r * p < COST.N * COST.r * COST.p
}

function memoryBytes({ N, r, p }: Pick<PasswordHash, 'N' | 'r' | 'p'>): number {
  return 128 * r * (N + p + 2) + 1024
}

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
