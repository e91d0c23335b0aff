import { FormDialog } from '#web/admin/FormDialog.tsx'
import type { SaveSender } from './use-save-sender.ts'

/** Asks what has to be decided before a sender is saved. */
export function SaveQuestions({ saving: { withoutNodes, question } }: { saving: SaveSender }) {
  return (
    <>
      {withoutNodes && <SaveWithoutNodes {...withoutNodes} />}
      {question && <ConfirmMainnet {...question} />}
    </>
  )
}

/** Asks whether to save a sender without the nodes that did not answer: they can be added later. */
function SaveWithoutNodes({ silent, why, onConfirm, onClose }: NonNullable<SaveSender['withoutNodes']>) {
  const which = silent.length === 1 ? 'that node' : 'those nodes'
  return (
    <FormDialog
      title={`Save without ${which}?`}
      onClose={onClose}
      onSubmit={onConfirm}
      submit={{ text: `Save without ${which}` }}
    >
      <p>{why}</p>
      <p>The others are checked again first. A node that is left out can be added at any time.</p>
    </FormDialog>
  )
}

/** Asks for a confirmation before a wallet on mainnet is set. */
function ConfirmMainnet({ mint, onConfirm, onClose }: NonNullable<SaveSender['question']>) {
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
