import { checksumAddress } from '#domain/checksum-address.ts'
import type { SeededRandom } from '#lab/random/seeded-random.ts'

/** One holder of a made-up list. */
export interface ListedHolder {
  /** Lower case. */
  address: string
  wei: bigint
}

const ONE = 10n ** 18n
const MAX_TOKENS_DIGITS = 12

/** Makes a list of 2 to 200 different holders with amounts from one wei to 10^12 tokens, all of them with at most so many decimals. */
export function randomList(random: SeededRandom): ListedHolder[] {
  const decimals = random.pick([0, 0, 1, 2, 3, 6, 9, 15, 18])
  const isSmall = random.chance(0.2)
  const holders = new Map<string, bigint>()
  const count = random.chance(0.5) ? random.between(2, 12) : random.between(2, 200)
  while (holders.size < count) holders.set(randomAddress(random), amountOf(random, decimals, isSmall))
  const list = [...holders].map(([address, wei]) => ({ address, wei }))
  const order = random.pick(['none', 'address', 'amount'])
  if (order === 'address') list.sort((a, b) => (a.address < b.address ? -1 : 1))
  if (order === 'amount') list.sort((a, b) => (a.wei === b.wei ? 0 : a.wei > b.wei ? -1 : 1))
  return list
}

/** Writes an address in one of the cases that it comes in. */
export function inRandomCase(random: SeededRandom): (address: string) => string {
  return random.pick([
    (address) => address,
    checksumAddress,
    (address) => `0x${address.slice(2).toUpperCase()}`,
  ])
}

function randomAddress(random: SeededRandom): string {
  return `0x${Array.from({ length: 40 }, () => random.between(0, 15).toString(16)).join('')}`
}

function amountOf(random: SeededRandom, decimals: number, isSmall: boolean): bigint {
  const digits = random.between(1, isSmall ? 3 : MAX_TOKENS_DIGITS)
  const whole = random.chance(0.1) ? 0n : digitsOf(random, digits)
  const fraction = decimals === 0 ? 0n : digitsOf(random, decimals) * 10n ** BigInt(18 - decimals)
  return whole * ONE + fraction || 1n
}

function digitsOf(random: SeededRandom, count: number): bigint {
  return BigInt(Array.from({ length: count }, () => random.between(0, 9)).join(''))
}
