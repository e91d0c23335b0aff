import { createExternalStore } from '#web/lib/external-store.ts'
import type { Eip1193Provider, Wallet } from './eip1193.ts'

/** The standard's event; an extension may send anything. */
interface Announcement {
  info?: { uuid?: unknown; name?: unknown; icon?: unknown; rdns?: unknown }
  provider?: Eip1193Provider
}

declare global {
  interface Window {
    ethereum?: Eip1193Provider
  }
  interface WindowEventMap {
    'eip6963:announceProvider': CustomEvent<Announcement | null>
  }
}

/** The id of the wallet that does not announce itself. */
const INJECTED = 'window.ethereum'

const announced = new Map<string, Wallet>()
/** Wallets that the page itself brings along, after the browser's. */
const offered = new Map<string, Wallet>()
const wallets = createExternalStore<readonly Wallet[]>([])
let started = false

/** The wallets found so far; the same array until another one turns up. */
export const getWallets = wallets.get

/** Starts looking for wallets on the first call. They may announce themselves at any time, so the search never ends. */
export function subscribeToWallets(listener: () => void): () => void {
  const stop = wallets.subscribe(listener)
  start()
  return stop
}

/** Adds a wallet that is reached otherwise than as the browser's own; the first one with its id stays. */
export function offerWallet(wallet: Wallet): void {
  if (offered.has(wallet.id)) return
  offered.set(wallet.id, wallet)
  publish()
}

function start(): void {
  if (started) return
  started = true
  window.addEventListener('eip6963:announceProvider', ({ detail }) => admit(detail))
  window.addEventListener('ethereum#initialized', publish)
  window.dispatchEvent(new Event('eip6963:requestProvider'))
  publish()
}

function admit(announcement: Announcement | null): void {
  const { info, provider } = announcement ?? {}
  // The first wallet with an id keeps it: another one must not replace it after the reader has seen the list.
  if (typeof info?.uuid !== 'string' || typeof provider?.request !== 'function' || announced.has(info.uuid))
    return
  announced.set(info.uuid, {
    id: freeId(info.rdns, info.uuid),
    name: typeof info.name === 'string' && info.name !== '' ? info.name : null,
    icon: typeof info.icon === 'string' && info.icon.startsWith('data:image/') ? info.icon : null,
    provider,
  })
  publish()
}

/** Returns an unused id: the rdns, by which a choice is remembered from visit to visit, or else the uuid, which changes. */
function freeId(rdns: unknown, uuid: string): string {
  if (typeof rdns !== 'string' || rdns === '') return uuid
  return [...announced.values()].some(({ id }) => id === rdns) ? uuid : rdns
}

function publish(): void {
  const known = [...announced.values()]
  // Once it is shown it stays, and first: a late announcement must not replace the wallet in use.
  const injected = known.length === 0 ? injectedWallet() : getWallets().filter(({ id }) => id === INJECTED)
  wallets.set([
    ...injected.filter(({ provider }) => known.every((each) => each.provider !== provider)),
    ...known,
    ...offered.values(),
  ])
}

/** Returns the wallet at `window.ethereum`. The last wallet to load sets it, so it counts only where none announces itself. */
function injectedWallet(): readonly Wallet[] {
  const provider = window.ethereum
  return provider ? [{ id: INJECTED, name: null, icon: null, provider }] : []
}

/** True where a wallet would be an app rather than an extension of the browser. iPads say that they are a Mac, with a touch screen. */
export function isPhone({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): boolean {
  return /Android|iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)
}
