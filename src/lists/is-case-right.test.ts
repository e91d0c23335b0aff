import { expect, test } from 'vitest'
import { checksumAddress } from '#domain/checksum-address.ts'
import { seededRandom } from '#lab/random/seeded-random.ts'
import { isCaseRight } from './list-warnings.ts'

test('agrees with the checksum, and with no other case of the same digits', () => {
  const random = seededRandom(55)
  for (let round = 0; round < 200; round++) {
    const digits = Array.from({ length: 40 }, () => random.between(0, 15).toString(16)).join('')
    const right = checksumAddress(`0x${digits}`).slice(2)
    expect([right, digits, digits.toUpperCase()].map(isCaseRight)).toEqual([true, true, true])
    const at = right.search(/[a-fA-F]/)
    const letter = right.charAt(at)
    const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
    const wrong = `${right.slice(0, at)}${other}${right.slice(at + 1)}`
    const hasBothCases = wrong !== wrong.toLowerCase() && wrong !== wrong.toUpperCase()
    expect(isCaseRight(wrong)).toBe(!hasBothCases)
  }
})
