import { FormDialog } from '#web/admin/FormDialog.tsx'

interface ConfirmMainnetProps {
  mint: string
  onConfirm(): void
  onClose(): void
}

/** Asks for a confirmation before a wallet on mainnet is set. */
export function ConfirmMainnet({ mint, onConfirm, onClose }: ConfirmMainnetProps) {
  return (
    <FormDialog
      title="Save for mainnet?"
      onClose={onClose}
      onSubmit={onConfirm}
      submit={{ text: 'Save for mainnet', danger: true }}
    >
      <p>
        This is the real Solana mainnet. What is started from now on spends real SOL and real tokens of this
        mint:
      </p>
      <p className="font-mono text-13 break-all">{mint}</p>
    </FormDialog>
  )
}
