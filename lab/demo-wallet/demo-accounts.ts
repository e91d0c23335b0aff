import type { Hex } from 'viem'

const CHOICE_KEY = 'ferry-demo-wallet-account'

/** A throwaway account that the demo made when it started. */
export interface DemoAccount {
  label: string
  privateKey: Hex
  address: string
}

let loading: Promise<readonly DemoAccount[]> | undefined

/** The demo's accounts, read once. */
export function loadAccounts(): Promise<readonly DemoAccount[]> {
  loading ??= fetch('/demo/wallets').then(async (response) => {
    if (!response.ok) throw new Error(`The demo's accounts could not be read: ${response.status}`)
    const { accounts } = (await response.json()) as { accounts: DemoAccount[] }
    return accounts
  })
  return loading
}

/** The account chosen in this browser tab; a reload keeps it. */
export async function readChosenAccount(): Promise<DemoAccount | null> {
  const choice = sessionStorage.getItem(CHOICE_KEY)
  return choice === null ? null : ((await loadAccounts())[Number(choice)] ?? null)
}

export async function chooseAccount(account: DemoAccount): Promise<void> {
  sessionStorage.setItem(CHOICE_KEY, `${(await loadAccounts()).indexOf(account)}`)
}
