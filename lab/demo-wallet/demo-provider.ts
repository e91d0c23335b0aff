import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import {
  askForAccount,
  askForConsent,
  chooseAccount,
  loadAccounts,
  readChosenAccount,
} from './demo-dialog.ts'

class ProviderRpcError extends Error {
  override name = 'ProviderRpcError'
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

const rejected = () => new ProviderRpcError(4001, 'User rejected the request.')
const unauthorized = () => new ProviderRpcError(4100, 'The account is not connected.')

type Listener = (value: unknown) => void

/** Creates an EIP-1193 provider over the demo's accounts, which asks the user as a wallet does. */
export function createDemoProvider() {
  const listeners = new Map<string, Set<Listener>>()
  const knownChains = new Set(['0x1', '0x38'])
  let chainId = '0x38'

  function emit(event: string, value: unknown): void {
    for (const listener of listeners.get(event) ?? []) listener(value)
  }

  async function connectedAccounts(): Promise<string[]> {
    const account = await readChosenAccount()
    return account ? [account.address] : []
  }

  async function requestAccounts(): Promise<string[]> {
    const connected = await connectedAccounts()
    if (connected.length > 0) return connected
    const account = await askForAccount(await loadAccounts())
    if (!account) throw rejected()
    await chooseAccount(account)
    emit('accountsChanged', [account.address])
    return [account.address]
  }

  async function personalSign(message: Hex, address: string): Promise<string> {
    const account = await readChosenAccount()
    if (account?.address.toLowerCase() !== address.toLowerCase()) throw unauthorized()
    const text = new TextDecoder().decode(
      Uint8Array.from(message.slice(2).match(/../g) ?? [], (digits) => Number.parseInt(digits, 16)),
    )
    if (!(await askForConsent({ title: 'Sign this message?', text, consent: 'Sign' }))) throw rejected()
    return privateKeyToAccount(account.privateKey).signMessage({ message: { raw: message } })
  }

  async function addChain(chain: { chainId: string; chainName: string }): Promise<null> {
    const text = `${chain.chainName} (${chain.chainId})`
    if (!(await askForConsent({ title: 'Add this network?', text, consent: 'Add' }))) throw rejected()
    knownChains.add(chain.chainId)
    return null
  }

  async function switchChain(to: string): Promise<null> {
    if (!knownChains.has(to)) throw new ProviderRpcError(4902, `Unrecognized chain ID "${to}".`)
    if (to === chainId) return null
    if (!(await askForConsent({ title: 'Switch to this network?', text: to, consent: 'Switch' }))) {
      throw rejected()
    }
    chainId = to
    emit('chainChanged', chainId)
    return null
  }

  /** `params` is what the page sent: the demo's own page alone talks to this wallet. */
  async function request({ method, params = [] }: { method: string; params?: readonly unknown[] }) {
    switch (method) {
      case 'eth_accounts':
        return connectedAccounts()
      case 'eth_requestAccounts':
        return requestAccounts()
      case 'eth_chainId':
        return chainId
      case 'personal_sign':
        return personalSign(...(params as [Hex, string]))
      case 'wallet_addEthereumChain':
        return addChain(...(params as [{ chainId: string; chainName: string }]))
      case 'wallet_switchEthereumChain':
        return switchChain((params as [{ chainId: string }])[0].chainId)
      default:
        throw new ProviderRpcError(4200, `The demo wallet does not know ${method}.`)
    }
  }

  return {
    request,
    on(event: string, listener: Listener): void {
      const ofEvent = listeners.get(event) ?? new Set()
      listeners.set(event, ofEvent.add(listener))
    },
    removeListener(event: string, listener: Listener): void {
      listeners.get(event)?.delete(listener)
    },
  }
}
