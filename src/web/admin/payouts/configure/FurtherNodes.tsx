import { type TextareaHTMLAttributes, useState } from 'react'
import { TextArea } from '#web/ui/TextArea.tsx'
import { MAX_FURTHER_NODES } from './node-list.ts'

interface FurtherNodesProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  /** True where it begins unfolded, because there are such nodes already. */
  open?: boolean
  error?: string | undefined
}

/** Nodes besides the first, folded away: one URL a line. */
export function FurtherNodes({ open = false, error, ...area }: FurtherNodesProps) {
  const [isOpen, setIsOpen] = useState(open)
  return (
    // Once an error has unfolded it, it stays so while the error is corrected.
    <details open={isOpen || error !== undefined} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="w-fit py-1 font-medium text-accent">More nodes</summary>
      <div className="pt-3">
        <TextArea
          label="Further nodes"
          {...area}
          error={error ?? null}
          hint={`One URL a line, up to ${MAX_FURTHER_NODES}. Each has to show the same cluster and token. They are asked while the nodes before them do not answer.`}
          inputMode="url"
        />
      </div>
    </details>
  )
}
