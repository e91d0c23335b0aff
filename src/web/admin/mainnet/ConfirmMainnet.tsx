import { Dialog, DialogButtons } from '#web/admin/Dialog.tsx'
import { Button } from '#web/ui/Button.tsx'

interface ConfirmMainnetProps {
  mint: string
  onConfirm(): void
  onClose(): void
}

/** The one more step before a wallet of mainnet is set. */
export function ConfirmMainnet({ mint, onConfirm, onClose }: ConfirmMainnetProps) {
  return (
    <Dialog title="Save for mainnet?" onClose={onClose}>
      <p>Distributions started from now on spend real SOL and real tokens of this mint:</p>
      <p className="font-mono text-13 break-all">{mint}</p>
      <DialogButtons>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="danger" onClick={onConfirm}>
          Save for mainnet
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
