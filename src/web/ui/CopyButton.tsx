import { useContext, useState } from 'react'
import { copyText } from './copy-text.ts'
import { fill } from './fill.ts'
import { Icon } from './Icon.tsx'
import { UiLanguageContext } from './ui-language.ts'

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
