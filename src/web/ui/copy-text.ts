import { showToast } from './toast-store.ts'

/** Puts a text on the clipboard and tells how that went. `what` names it: "address". */
export async function copyText(text: string, what: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    showToast({ tone: 'done', title: 'Copied!', description: `The ${what} is on your clipboard.` })
    return true
  } catch {
    showToast({ tone: 'error', title: 'Copy failed', description: `Failed to copy ${what}` })
    return false
  }
}
