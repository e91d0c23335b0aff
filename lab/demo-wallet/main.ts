import { createDemoProvider } from './demo-provider.ts'

/** A drawing of a boat: wallets give their icons as data: URIs. */
const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#1b5e8c"/><path d="M15 6v13H7zM17 9v10h6zM6 21h20l-3 5H9z" fill="#fff"/></svg>',
)}`

const detail = Object.freeze({
  info: Object.freeze({
    uuid: crypto.randomUUID(),
    name: 'Demo Wallet',
    icon: ICON,
    rdns: 'dev.ferry.demo-wallet',
  }),
  provider: createDemoProvider(),
})

function announce(): void {
  window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
}

window.addEventListener('eip6963:requestProvider', announce)
announce()
