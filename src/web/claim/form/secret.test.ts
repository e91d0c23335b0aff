import { expect, test } from 'vitest'
import { isSecret } from './secret.ts'

const WORDS = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
const BASE58 = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'

test.each([
  WORDS,
  `  ${WORDS.toUpperCase().replaceAll(' ', '\n')} `,
  `${WORDS} ${WORDS}`,
  WORDS.split(' ')
    .map((word, index) => `${index + 1}. ${word}`)
    .join('\n'),
  WORDS.split(' ')
    .map((word, index) => `${index + 1}.${word}`)
    .join(' '),
  BASE58 + BASE58,
  `0x${'a1'.repeat(32)}`,
  'A1'.repeat(32),
  `[${Array.from({ length: 64 }, (_, index) => index).join(', ')}]`,
])('%s is a secret', (text) => {
  expect(isSecret(text)).toBe(true)
})

test.each(['', BASE58, `0x${'a1'.repeat(20)}`, 'my wallet is this one', 'toly.sol', `${BASE58} ${BASE58}`])(
  '%s is none',
  (text) => {
    expect(isSecret(text)).toBe(false)
  },
)
