import { type ReactNode, type TextareaHTMLAttributes, useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'

interface SecretAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string
  hint?: ReactNode
}

/** A labelled secret of several lines, shown as dots until the reader reveals it. */
export function SecretArea({ label, ...area }: SecretAreaProps) {
  const [shown, setShown] = useState(false)
  return (
    <div className="space-y-2">
      <TextArea label={label} {...area} className={shown ? '' : 'masked'} />
      <Button
        size="small"
        aria-label={`${shown ? 'Hide' : 'Show'} ${label.toLowerCase()}`}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      >
        {shown ? 'Hide' : 'Show'}
      </Button>
    </div>
  )
}
