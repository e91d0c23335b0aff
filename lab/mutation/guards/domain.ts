import type { Guard } from '#lab/mutation/mutant.ts'

const AMOUNTS = { file: 'domain/amounts.ts', tests: ['src/domain/amounts.test.ts'] }
const COMPARED = { file: 'domain/match-payments.ts', tests: ['src/domain/match-payments.test.ts'] }
const MESSAGE = { file: 'domain/claim-message.ts', tests: ['src/domain/siwe-message.test.ts'] }

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
    name: 'takes more base units than a u64 holds',
    guard: 'if (value < 0n || value > MAX_BASE_UNITS)',
    without: 'if (value < 0n)',
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
    name: 'takes an address that no key has for a wallet',
    file: 'domain/solana-address.ts',
    guard: "return isOnCurve(bytes) ? null : 'off_curve'",
    without: 'return null',
    tests: ['src/domain/solana-address.test.ts'],
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
    name: 'takes a claim however long ago it was signed',
    file: 'domain/claim-message.ts',
    guard: 'nonceMs >= nowMs - NONCE_MAX_AGE_MS[signedBy] && ',
    without: '',
    tests: ['src/domain/siwe-message.test.ts'],
  },
  {
    name: 'keys addresses by the letters they were written in',
    file: 'domain/evm-address.ts',
    guard: '(text.toLowerCase() as EvmAddress)',
    without: '(text as EvmAddress)',
    tests: ['src/lists/read-allocations.test.ts', 'test/api/submit-claim.test.ts'],
  },
]
