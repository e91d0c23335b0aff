import { useState } from 'react'
import { copyText } from './copy-text.ts'
import { Icon } from './Icon.tsx'

/** Copies a text and says so. `what` names it. */
export function CopyButton({ text, what = 'address' }: { text: string; what?: string }) {
  const [copied, setCopied] = useState(false)
  return (
    <button
      type="button"
      aria-label={`Copy ${what}`}
      onClick={async () => setCopied(await copyText(text, what))}
      onBlur={() => setCopied(false)}
      className="inline-grid size-8 shrink-0 place-items-center rounded-control text-muted transition-colors hover:bg-well hover:text-ink"
    >
      <Icon name={copied ? 'check' : 'copy'} />
    </button>
  )
}
