import type { AdminClaim, MarkSentBody } from '#api-schema/admin.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { adminSend } from '#web/admin/admin-send.ts'
import { TransactionDialog } from '#web/admin/TransactionDialog.tsx'
import { useDecideClaim } from './use-decide-claim.ts'

const FALLBACK = 'Failed to mark as sent'

/** Asks for the transaction that paid a claim. */
export function MarkSentDialog({ claim: { id }, onClose }: { claim: AdminClaim; onClose(): void }) {
  const done = `Claim ${id} is marked as sent.`
  const markSent = useDecideClaim(
    (body: MarkSentBody) => adminSend(endpoints.admin.markSent, { body }),
    { done, failure: FALLBACK },
    onClose,
  )

  return (
    <TransactionDialog
      title={`Mark claim ${id} as sent`}
      label="Enter transaction hash:"
      hint="The Solana transaction that paid this claim. It is looked up on the chain."
      submitText="Mark Sent"
      forceText="Mark as sent all the same"
      payment={markSent}
      fallback={FALLBACK}
      onSubmit={(transaction) => markSent.mutate({ id, ...transaction })}
      onClose={onClose}
    />
  )
}
