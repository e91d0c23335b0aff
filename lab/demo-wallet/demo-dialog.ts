import type { Hex } from 'viem'
import styles from './demo-dialog.css?inline'

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

/** Asks for an account. Returns the chosen one; null when the request was rejected. */
export async function askForAccount(accounts: readonly DemoAccount[]): Promise<DemoAccount | null> {
  const choice = await ask({
    title: 'Connect an account?',
    body: element('p', 'This page wants to see one of your accounts.'),
    choices: accounts.map(({ label, address }) => ({ text: label, detail: address })),
  })
  return choice === null ? null : (accounts[choice] ?? null)
}

interface ConsentQuestion {
  title: string
  /** Shown as it is, line by line. */
  text: string
  /** The text of the button that consents. */
  consent: string
}

export async function askForConsent({ title, text, consent }: ConsentQuestion): Promise<boolean> {
  return (await ask({ title, body: element('pre', text), choices: [{ text: consent }] })) !== null
}

interface Question {
  title: string
  body: HTMLElement
  choices: { text: string; detail?: string }[]
}

/** Shows a dialog above everything. Returns the index of the choice, or null when it was rejected or closed. */
function ask({ title, body, choices }: Question): Promise<number | null> {
  return new Promise((resolve) => {
    const host = document.createElement('div')
    const root = host.attachShadow({ mode: 'open' })
    // A constructed style sheet: a content security policy that forbids inline styles allows it.
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(styles)
    root.adoptedStyleSheets = [sheet]

    const dialog = document.createElement('dialog')
    dialog.ariaLabel = `Demo Wallet: ${title}`
    dialog.append(element('small', 'Demo Wallet'), element('h2', title), body)
    for (const [index, { text, detail }] of choices.entries()) {
      const button = element('button', text)
      if (detail !== undefined) button.append(element('code', detail))
      button.addEventListener('click', () => dialog.close(`${index}`))
      dialog.append(button)
    }
    const reject = element('button', 'Reject')
    reject.className = 'reject'
    reject.addEventListener('click', () => dialog.close(''))
    dialog.append(reject)
    dialog.addEventListener('close', () => {
      host.remove()
      resolve(dialog.returnValue === '' ? null : Number(dialog.returnValue))
    })

    root.append(dialog)
    document.body.append(host)
    dialog.showModal()
  })
}

function element(tag: 'p' | 'pre' | 'small' | 'h2' | 'button' | 'code', text: string): HTMLElement {
  const made = document.createElement(tag)
  made.textContent = text
  return made
}
