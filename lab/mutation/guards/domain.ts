import type { Guard } from '#lab/mutation/mutant.ts'

const AMOUNTS = { file: 'domain/amounts.ts', tests: ['src/domain/amounts.test.ts'] }
const COMPARED = { file: 'domain/compare-payments.ts', tests: ['src/domain/compare-payments.test.ts'] }
const ADDRESSES = { file: 'domain/solana-address.ts', tests: ['src/domain/solana-address.test.ts'] }
const MESSAGE = { file: 'domain/claim-message.ts', tests: ['src/domain/claim-message.test.ts'] }
const NONCE = { file: 'domain/claim-message.ts', tests: ['src/domain/claim-nonce.test.ts'] }
/** Guards of amounts, addresses, and the claim message. */
export const DOMAIN_GUARDS: readonly Guard[] = [
  {
    ...COMPARED,
    name: 'takes any amount for the one that is expected',
    guard: "return sumBaseUnits(expected) === sumBaseUnits(onChain) ? null : 'different_amount'",
    without: 'return null',
  },
  {
    ...COMPARED,
    name: 'overlooks what the chain lacks',
    guard: "return expected.length === 0 ? null : 'missing'",
    without: 'return null',
  },
  {
    ...COMPARED,
    name: 'overlooks what nobody expects on the chain',
    guard: "if (expected.length === 0) return 'unexpected'",
    without: 'if (expected.length === 0) return null',
  },
  {
    ...AMOUNTS,
    name: 'takes whole numbers with leading zeros',
    guard: String.raw`/^(?:0|[1-9]\d{0,77})$/`,
    without: String.raw`/^\d+$/`,
  },
  {
    ...AMOUNTS,
    name: 'takes exponents and bare points in amounts',
    guard: String.raw`/^(\d{1,60})(?:\.(\d{1,60}))?$/`,
    without: String.raw`/^(\d{0,60})(?:\.(\d{0,60}))?(?:e\d+)?$/`,
  },
  {
    ...AMOUNTS,
    name: 'takes more wei than a uint256 holds',
    guard: 'const wei = BigInt(text)\n  if (wei > MAX_WEI)',
    without: 'const wei = BigInt(text)\n  if (wei < 0n)',
  },
  {
    ...AMOUNTS,
    name: 'takes whole tokens that are more wei than a uint256 holds',
    guard: 'const wei = parseDecimalUnits(text, coinDecimals)\n  if (wei > MAX_WEI)',
    without: 'const wei = parseDecimalUnits(text, coinDecimals)\n  if (wei < 0n)',
  },
  {
    ...AMOUNTS,
    name: 'takes more base units than a u64 holds',
    guard: 'if (value < 0n || value > MAX_BASE_UNITS)',
    without: 'if (value < 0n)',
  },
  {
    ...AMOUNTS,
    name: 'takes less than nothing as base units',
    guard: 'if (value < 0n || value > MAX_BASE_UNITS)',
    without: 'if (value > MAX_BASE_UNITS)',
  },
  {
    ...AMOUNTS,
    name: 'cuts off decimals that the unit does not have',
    guard: 'if (significant.length > decimals) {',
    without: 'if (significant.length > FINEST_DECIMALS) {',
  },
  {
    ...AMOUNTS,
    name: 'rounds base units up',
    guard: 'const baseUnits = fine / perBaseUnit',
    without: 'const baseUnits = (fine + perBaseUnit - 1n) / perBaseUnit',
  },
  {
    ...AMOUNTS,
    name: 'drops the dust unseen',
    guard: 'dustUA: formatDecimalUnits(fine % perBaseUnit, FINEST_DECIMALS),',
    without: "dustUA: '0' as AmountUA,",
  },
  {
    ...ADDRESSES,
    name: 'takes a second spelling of a point for a wallet',
    guard: 'return x !== 0n || ((bytes[31] ?? 0) & 0x80) === 0',
    without: 'return x >= 0n',
  },
  {
    ...ADDRESSES,
    name: 'takes the all-zero key for a wallet',
    guard: 'bytes.every((byte) => byte === 0)',
    without: 'bytes.every((byte) => byte < 0)',
  },
  {
    ...ADDRESSES,
    name: 'takes a known program for a wallet',
    guard: "if (KNOWN_PROGRAMS.has(text)) return 'known_program'",
    without: '',
  },
  {
    ...ADDRESSES,
    name: 'takes an address that no key has for a wallet',
    guard: "return isOnCurve(bytes) ? null : 'off_curve'",
    without: 'return null',
  },
  {
    ...MESSAGE,
    name: 'leaves the recipient out of what is signed',
    guard: '`sol: ${sol}`, ',
    without: '',
  },
  {
    ...MESSAGE,
    name: 'leaves the amount out of what is signed',
    guard: '`amount: ${amountUA}`, ',
    without: '',
  },
  {
    ...MESSAGE,
    name: 'leaves the nonce out of what is signed',
    guard: ', `nonce: ${nonce}`',
    without: '',
  },
  {
    ...NONCE,
    name: 'takes a claim however long ago it was signed',
    guard: 'nonceMs >= nowMs - NONCE_MAX_AGE_MS[signedBy] && ',
    without: '',
  },
  {
    ...NONCE,
    name: 'takes a claim signed in the future',
    guard: ' && nonceMs <= nowMs + NONCE_MAX_AHEAD_MS',
    without: '',
  },
  {
    ...NONCE,
    name: 'gives a key as long as a contract wallet',
    guard: 'key: 10 * 60_000',
    without: 'key: 14 * 24 * 60 * 60_000',
  },
  {
    name: 'keys addresses by the letters they were written in',
    file: 'domain/evm-address.ts',
    guard: '(text.toLowerCase() as EvmAddress)',
    without: '(text as EvmAddress)',
    tests: ['src/lists/read-allocations.test.ts', 'test/api/submit-claim.test.ts'],
  },
]
