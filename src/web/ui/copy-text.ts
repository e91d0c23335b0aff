import { fill } from './fill.ts'
import { showToast } from './toast-store.ts'
import { ENGLISH_UI, type UiTexts } from './ui-language.ts'

/** Puts a text on the clipboard and shows the result in a toast. `what` names it: "address". */
export async function copyText(
  text: string,
  what: string,
  texts: UiTexts = ENGLISH_UI.texts,
): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    showToast({ tone: 'done', title: texts.copied, description: fill(texts.copiedWhat, { what }) })
    return true
  } catch {
    showToast({ tone: 'error', title: texts.copyFailed, description: fill(texts.failedToCopy, { what }) })
    return false
  }
}
