import type { Eip1193Provider, Wallet } from './eip1193.ts'

interface Announcement {
  info: { uuid: string; name: string; icon: string; rdns: string }
  provider: Eip1193Provider
}

declare global {
  interface Window {
    ethereum?: Eip1193Provider
  }
  interface WindowEventMap {
    'eip6963:announceProvider': CustomEvent<Announcement>
  }
}

const announced = new Map<string, Wallet>()
const listeners = new Set<() => void>()
let wallets: readonly Wallet[] = []
let started = false

/** The wallets found so far; the same array until another one turns up. */
export function getWallets(): readonly Wallet[] {
  return wallets
}

/** Starts looking for wallets on the first call. They may announce themselves at any time, so the search never ends. */
export function subscribeToWallets(listener: () => void): () => void {
  listeners.add(listener)
  start()
  return () => listeners.delete(listener)
}

function start(): void {
  if (started) return
  started = true
  window.addEventListener('eip6963:announceProvider', ({ detail }) => admit(detail))
  window.addEventListener('ethereum#initialized', publish)
  window.dispatchEvent(new Event('eip6963:requestProvider'))
  publish()
}

function admit({ info, provider }: Announcement): void {
  // The first to use an id keeps it: another wallet may not take its place under the reader's hand.
  if (announced.has(info.uuid)) return
  const icon = info.icon.startsWith('data:image/') ? info.icon : null
  announced.set(info.uuid, { id: info.rdns || info.uuid, name: info.name, icon, provider })
  publish()
}

function publish(): void {
  wallets = announced.size > 0 ? [...announced.values()] : injectedWallet()
  for (const listener of listeners) listener()
}

/** `window.ethereum` is whichever wallet came last, so it counts only where none announces itself. */
function injectedWallet(): readonly Wallet[] {
  const provider = window.ethereum
  return provider ? [{ id: 'window.ethereum', name: 'Browser wallet', icon: null, provider }] : []
}
