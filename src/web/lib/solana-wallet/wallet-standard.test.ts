import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { WalletError } from '#web/lib/wallet/eip1193.ts'
import { getSolanaWallets, subscribeToSolanaWallets } from './wallet-standard.ts'

type Register = (...wallets: unknown[]) => () => void

const ADDRESS = '7EqQdEULxWcraVx3mXKFjc84LhCkMGZCkRuDpvcMwJeK'
const account = { address: ADDRESS, chains: ['solana:mainnet'], publicKey: new Uint8Array(32), features: [] }
const page = new EventTarget()
let registrations: (() => void)[] = []
let namesAtFirst: string[]

beforeAll(() => {
  vi.stubGlobal('window', page)
  // Registers as a wallet that loaded before the page.
  page.addEventListener('wallet-standard:app-ready', (event) => {
    const { register } = (event as CustomEvent<{ register: Register }>).detail
    registrations.push(register(standardWallet({ name: 'Early' })))
  })
  namesAtFirst = names()
  unregisterAll()
})

afterEach(unregisterAll)
afterAll(() => vi.unstubAllGlobals())

function unregisterAll(): void {
  for (const unregister of registrations) unregister()
  registrations = []
}

/** Registers wallets as one that loads after the page does. */
function announce(...wallets: unknown[]): void {
  const detail = ({ register }: { register: Register }) => {
    registrations.push(register(...wallets))
  }
  page.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }))
}

function names(): string[] {
  return getSolanaWallets().map(({ name }) => name)
}

function standardWallet(change: object = {}) {
  const connect = async () => ({ accounts: [account] })
  return {
    version: '1.0.0',
    name: 'Glow',
    icon: 'data:image/png;base64,AA==',
    chains: ['solana:mainnet'],
    features: { 'standard:connect': { version: '1.0.0', connect } },
    accounts: [],
    ...change,
  }
}

test('finds a wallet that loaded before the page', () => {
  expect(namesAtFirst).toEqual(['Early'])
})

test('finds a wallet that loads later, until it goes', () => {
  const changed = vi.fn()
  const stop = subscribeToSolanaWallets(changed)
  expect(names()).toEqual([])
  announce(standardWallet())
  expect(names()).toEqual(['Glow'])
  expect(getSolanaWallets()).toBe(getSolanaWallets())
  expect(changed).toHaveBeenCalledTimes(1)

  unregisterAll()
  expect(names()).toEqual([])
  expect(changed).toHaveBeenCalledTimes(2)

  stop()
  announce(standardWallet())
  expect(changed).toHaveBeenCalledTimes(2)
})

test('passes over what is not for Solana, and over what is no wallet', () => {
  announce(
    standardWallet({ name: 'for another chain', chains: ['sui:mainnet'] }),
    standardWallet({ name: 'without chains', chains: undefined }),
    standardWallet({ name: 'that can not connect', features: {} }),
    standardWallet({ name: 'without features', features: undefined }),
    standardWallet(),
  )
  expect(names()).toEqual(['Glow'])
})

test.each([
  ['data:image/svg+xml,<svg/>', 'data:image/svg+xml,<svg/>'],
  ['https://tracker.example/icon.png', null],
  ['data:text/html,<b>', null],
  [undefined, null],
])('the icon %s is shown as %s', (icon, shown) => {
  announce(standardWallet({ icon }))
  expect(getSolanaWallets()[0]?.icon).toBe(shown)
})

test.each([
  [
    'its account on Solana',
    async () => ({ accounts: [{ ...account, address: '0x1', chains: ['sui:mainnet'] }, account] }),
    ADDRESS,
  ],
  ['no account', async () => ({ accounts: [] }), 'connect_rejected'],
  ['a rejection by code', () => Promise.reject({ code: 4001 }), 'connect_rejected'],
  ['a rejection in words', () => Promise.reject(new Error('User declined')), 'connect_rejected'],
  ['a failure', () => Promise.reject(new Error('locked')), 'connect_failed'],
])('asked for an address, a wallet gives %s', async (_, connect, outcome) => {
  announce(standardWallet({ features: { 'standard:connect': { connect } } }))
  const answer = await getSolanaWallets()[0]
    ?.readAddress()
    .catch((error: WalletError) => error.problem)
  expect(answer).toBe(outcome)
})
