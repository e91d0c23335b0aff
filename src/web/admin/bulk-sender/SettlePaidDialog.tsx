import type { HeldTransaction } from '#api-schema/holds.ts'
import { TransactionDialog } from '#web/admin/TransactionDialog.tsx'
import { useSettleHold } from './use-settle-hold.ts'

/** Asks for the transaction's signature, as a confirmation that it was found on the chain. */
export function SettlePaidDialog({
  hold: { attemptId },
  onClose,
}: {
  hold: HeldTransaction
  onClose(): void
}) {
  const settle = useSettleHold(onClose)
  return (
    <TransactionDialog
      title="Settle as paid"
      text="The payments count as made and are never sent again."
      label="Transaction signature"
      hint="The signature of the transaction on hold, as the explorer shows it finalized."
      submitText="Settle as paid"
      forceText="Settle as paid all the same"
      payment={settle}
      fallback="Failed to settle"
      onSubmit={(transaction) => settle.mutate({ attemptId, as: 'paid', ...transaction })}
      onClose={onClose}
    />
  )
}
