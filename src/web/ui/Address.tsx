import { useContext, useId, useRef, useState } from 'react'
import { classNames, Icon } from './basics.tsx'
import { fill } from './fill.ts'
import { showToast } from './toast-store.ts'
import { ENGLISH_UI, UiLanguageContext, type UiTexts } from './ui-language.ts'

interface AddressProps {
  full: string
  short: string
  /** Its name in the toast after a copy. */
  what?: string
  className?: string
}

/**
 * A shortened address or hash. Hover and focus show it in full, in the top layer so that no table clips it, and a click
 * copies it in full.
 */
export function Address({ full, short, what, className }: AddressProps) {
  const anchor = useRef<HTMLButtonElement>(null)
  const bubble = useRef<HTMLSpanElement>(null)
  const bubbleId = useId()
  const { texts } = useContext(UiLanguageContext)

  function show() {
    const { current: above } = bubble
    const rect = anchor.current?.getBoundingClientRect()
    if (!above?.showPopover || !rect) return
    above.showPopover()
    const left = Math.min(rect.left, document.documentElement.clientWidth - above.offsetWidth - 8)
    above.style.left = `${Math.max(8, left)}px`
    above.style.top = `${Math.max(8, rect.top - above.offsetHeight - 4)}px`
  }

  const hide = () => bubble.current?.hidePopover?.()

  return (
    <>
      <button
        type="button"
        ref={anchor}
        aria-describedby={bubbleId}
        onClick={() => copyText(full, what ?? texts.address, texts)}
        onPointerEnter={show}
        onPointerLeave={hide}
        onFocus={show}
        onBlur={hide}
        onKeyDown={(event) => event.key === 'Escape' && hide()}
        className={classNames('font-mono whitespace-nowrap hover:text-accent', className)}
      >
        {short}
      </button>
      <span
        ref={bubble}
        id={bubbleId}
        role="tooltip"
        popover="manual"
        className="right-auto m-0 max-w-[calc(100vw-16px)] rounded-control bg-ink px-3 py-1 font-mono text-13 break-all text-paper"
      >
        {full}
      </span>
    </>
  )
}

/** Copies a text and confirms it in a toast. `what` names it, by default as an address. */
export function CopyButton({ text, what }: { text: string; what?: string }) {
  const [copied, setCopied] = useState(false)
  const { texts } = useContext(UiLanguageContext)
  const name = what ?? texts.address
  return (
    <button
      type="button"
      aria-label={fill(texts.copy, { what: name })}
      onClick={async () => setCopied(await copyText(text, name, texts))}
      onBlur={() => setCopied(false)}
      className="inline-grid size-8 shrink-0 place-items-center rounded-control opacity-70 transition-opacity hover:bg-current/10 hover:opacity-100"
    >
      <Icon name={copied ? 'check' : 'copy'} />
    </button>
  )
}

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
