import { useEffect, useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { useTexts } from './language/Language.tsx'

const HINT_AFTER_MS = 8_000

interface WalletWaitProps {
  onCancel(): void
  /** False where no window of the wallet can be hidden: it has answered, or has yet to be paired. */
  hinted?: boolean
}

/** Shown while a wallet is waited for: a way out and, when it takes long, a hint where to look. */
export function WalletWait({ onCancel, hinted = true }: WalletWaitProps) {
  const { hint, cancel } = useTexts().wait
  const [isLong, setLong] = useState(false)

  useEffect(() => {
    const timer = setTimeout(() => setLong(true), HINT_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])

  return (
    <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
      <p role="status" className="text-13 text-muted not-empty:min-w-48 not-empty:flex-1">
        {hinted && isLong && hint}
      </p>
      <Button size="small" onClick={onCancel}>
        {cancel}
      </Button>
    </div>
  )
}
