import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import type { ErrorCode } from '#domain/portal-error.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { forAllTests } from '../harness/for-tests.ts'
import {
  type Holder,
  loadHolders,
  makeHolder,
  makeVaultAddress,
  signClaim,
  withHighS,
  withSignature,
  withV,
} from '../harness/holders.ts'
import { startPortal } from '../harness/start-portal.ts'

const MINUTE = 60_000
const KNOWN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'

const holder = makeHolder()
const other = makeHolder()
const eth = holder.account.address

const ferry = forAllTests(startPortal)
beforeAll(() => loadHolders(ferry.app, [holder]))
type Cases = Record<string, () => unknown>

const good = () => signClaim(holder)
const altered = async (change: object) => ({ ...(await good()), ...change })
const signing = (signed: Parameters<typeof signClaim>[2]) => signClaim(holder, {}, signed)
const sending = (sent: Parameters<typeof signClaim>[1], by: Holder = holder) => signClaim(by, sent)

const bad_signature: Cases = {
  'random bytes': () => altered({ signature: `0x${'7'.repeat(128)}1b` }),
  "another's claim": async () => ({ ...(await signClaim(other)), eth }),
  'another signing the same text': () => sending({ eth }, { ...other, amountWei: holder.amountWei }),
  'another amount': () => signing({ amountUA: '1.6' }),
  'the amount with a trailing zero': () => signing({ amountUA: '1.50' }),
  'another recipient': () => signing({ sol: freshSolanaAddress() }),
  'another nonce': () => signing({ nonce: '1' }),
  'another spelling of the address': () => signing({ eth: eth.toLowerCase() }),
  'the other v': async () => withV(await good(), (v) => (v === 27 ? 28 : 27)),
  'v of 29': async () => withV(await good(), (v) => v + 2),
  '64 bytes': async () => withSignature(await good(), (signature) => signature.slice(0, -2)),
}

const high_s_signature: Cases = { 'high s': async () => withHighS(await good()) }

const contract_wallet: Cases = {
  'the suffix of ERC-6492': async () => withSignature(await good(), (text) => text + '6492'.repeat(16)),
  'the signatures of two owners': async () => withSignature(await good(), (text) => text + text.slice(2)),
  'no bytes': () => altered({ signature: '0x' }),
}

const stale_nonce: Cases = {
  'a nonce of more than ten minutes ago': () => sending({ nonce: Date.now() - 10 * MINUTE - 1_000 }),
  'a nonce of more than a minute ahead': () => sending({ nonce: Date.now() + MINUTE + 5_000 }),
  'a nonce in seconds': () => sending({ nonce: Math.floor(Date.now() / 1000) }),
}

const unsupported_chain: Cases = {
  'another chain': () => sending({ chainId: 1 }),
  'an invalid chain': () => sending({ chainId: 'bsc' }),
}

const invalid_eth_address: Cases = {
  '39 digits': () => sending({ eth: eth.slice(0, 41) }),
  'an ENS name': () => sending({ eth: 'vitalik.eth' }),
}

const invalid_sol_address: Cases = {
  'a character that base58 lacks': () => sending({ sol: `0${freshSolanaAddress().slice(1)}` }),
  '33 bytes of base58': () => sending({ sol: 'z'.repeat(44) }),
  'an EVM address as the wallet': () => sending({ sol: eth }),
  'no wallet': () => sending({ sol: '' }),
}

const sol_zero_key: Cases = { 'the zero key': () => sending({ sol: '1'.repeat(32) }) }
const sol_known_program: Cases = { 'a known program': () => sending({ sol: KNOWN_PROGRAM }) }
const sol_off_curve_unseen: Cases = {
  'an address off the curve, while no node answers': () => sending({ sol: makeVaultAddress() }),
}

const no_allocation: Cases = {
  'no allocation': () => signClaim(other),
  'no allocation, whatever the signature': async () => ({ ...(await signClaim(other)), signature: '0x00' }),
}

const invalid_request: Cases = {
  'no body': () => undefined,
  'an array': () => [],
  'a missing field': () => altered({ sol: undefined }),
  'a number as address': () => altered({ eth: 5 }),
  'null as signature': () => altered({ signature: null }),
  'a signature without 0x': async () => withSignature(await good(), (signature) => signature.slice(2)),
  'a fractional nonce': () => altered({ nonce: Date.now() + 0.5 }),
  'a nonce with an exponent': () => altered({ nonce: '1e12' }),
  'a negative nonce': () => altered({ nonce: -1 }),
  'an object as chain': () => altered({ chainId: {} }),
  'an address of 200 characters': () => altered({ eth: `0x${'a'.repeat(198)}` }),
}

describe.each<[ErrorCode, number, Cases]>([
  ['bad_signature', 400, bad_signature],
  ['high_s_signature', 400, high_s_signature],
  ['contract_wallet', 400, contract_wallet],
  ['stale_nonce', 400, stale_nonce],
  ['unsupported_chain', 400, unsupported_chain],
  ['invalid_eth_address', 400, invalid_eth_address],
  ['invalid_sol_address', 400, invalid_sol_address],
  ['sol_zero_key', 400, sol_zero_key],
  ['sol_known_program', 400, sol_known_program],
  ['sol_off_curve_unseen', 400, sol_off_curve_unseen],
  ['no_allocation', 403, no_allocation],
  ['invalid_request', 400, invalid_request],
])('%s (%i)', (code, status, cases) => {
  test.each(Object.entries(cases))('%s', async (_, sign) => {
    const payload = (await sign()) as object
    const response = await ferry.ask(endpoints.public.submitClaim, { body: payload })
    expect(response.json()).toMatchObject({ code })
    expect(response.statusCode).toBe(status)
    expect(await ferry.app.store.claimTallies.countQueued()).toBe(0)
  })
})
