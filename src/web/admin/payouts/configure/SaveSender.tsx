import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { BulkSenderConfigBody } from '#api-schema/bulk-sender.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import type { StandaloneConfigBody } from '#api-schema/standalone-sender.ts'
import type { SenderKind } from '#domain/sender.ts'
import { adminSend } from '#web/admin/admin-send.ts'
import { FormDialog, type FormDialogProps } from '#web/admin/Dialog.tsx'
import { failureSentence, isErrorCode, problemsOf } from '#web/admin/failures.ts'
import { SENDERS } from '#web/admin/payouts/payout.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { showToast } from '#web/ui/toast-store.ts'
import { nodesWithout, type SenderPlace } from './use-sender-form.ts'

type Answers = Pick<FormDialogProps, 'onSubmit' | 'onClose'>

/** What would be saved without the nodes that did not answer. */
interface Reduced {
  body: StandaloneConfigBody
  silent: string[]
  why: string
}

/** Asks whether to save a sender without the nodes that did not answer: they can be added later. */
function SaveWithoutNodes({ silent, why, ...answers }: Answers & Pick<Reduced, 'silent' | 'why'>) {
  const which = silent.length === 1 ? 'that node' : 'those nodes'
  return (
    <FormDialog {...answers} title={`Save without ${which}?`} submit={{ text: `Save without ${which}` }}>
      <p>{why}</p>
      <p>The others are checked again first. A node that is left out can be added at any time.</p>
    </FormDialog>
  )
}

/** Asks for a confirmation before a wallet on mainnet is set. */
function ConfirmMainnet({ mint, ...answers }: Answers & { mint: string }) {
  return (
    <FormDialog {...answers} title="Save for mainnet?" submit={{ text: 'Save for mainnet', danger: true }}>
      <p>
        This is the real Solana mainnet. What is started from now on spends real SOL and real tokens of this
        mint:
      </p>
      <p className="font-mono text-13 break-all">{mint}</p>
    </FormDialog>
  )
}

/** Reads which nodes did not answer, by their origins; none where the error is another one. */
function silentNodes(error: Error): string[] {
  if (!isErrorCode(error, 'node_unreachable') || !(error instanceof ApiError)) return []
  const node = error.response?.context?.node
  return node === undefined ? [] : String(node).split(', ')
}

function send(kind: SenderKind, body: StandaloneConfigBody) {
  return kind === 'bulk'
    ? adminSend(endpoints.bulkSender.config, { body: body as BulkSenderConfigBody })
    : adminSend(endpoints.standaloneSender.config, { body })
}

/**
 * Sets a sender's wallet. On mainnet it asks for a confirmation first; where nodes of several do not answer, whether
 * to save without them. `onSaved` has the form forget the key.
 */
export function useSaveSender({ kind, saved, failure }: SenderPlace, onSaved: () => void) {
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState<StandaloneConfigBody | null>(null)
  const [reduced, setReduced] = useState<Reduced | null>(null)
  const [refused, setRefused] = useState<{ paidFrom: string; problem: string } | null>(null)
  const [warnings, setWarnings] = useState<readonly string[]>([])
  const save = useMutation({
    // The body holds the key: it is forgotten with the form.
    gcTime: 0,
    mutationFn: (body: StandaloneConfigBody) => send(kind, body),
    onSuccess: ({ walletAddress, warnings }) => {
      onSaved()
      setWarnings(warnings)
      showToast({ tone: 'done', title: saved, description: `Wallet: ${walletAddress}` })
      return SENDERS[kind].refresh(queryClient)
    },
    onError: (error, body) => {
      const problem = problemsOf(error).find(({ where }) => where === 'paidFrom')?.problem
      const silent = silentNodes(error)
      const nodes = nodesWithout(body, silent)
      if (problem !== undefined) setRefused({ paidFrom: body.paidFrom ?? '', problem })
      else if (isErrorCode(error, 'confirm_mainnet')) setAsked(body)
      else if (nodes) setReduced({ body: { ...body, ...nodes }, silent, why: failureSentence(error) })
      else showToast({ tone: 'error', ...failure(error) })
    },
    // It keeps no key either.
    onSettled() {
      save.reset()
    },
  })

  return {
    isSaving: save.isPending,
    /** Why an account can not be paid from: said at its field, not in a toast. */
    refused,
    /** What the newest saving was told. */
    warnings,
    /** Saves, and asks first where the server says that the cluster is mainnet. */
    save: (body: StandaloneConfigBody) => save.mutate(body),
    /** Asks at once: the form itself says that it is mainnet. */
    ask: (body: StandaloneConfigBody) => setAsked(body),
    /** What has to be decided first, while it is asked. */
    questions: (
      <>
        {reduced && (
          <SaveWithoutNodes
            silent={reduced.silent}
            why={reduced.why}
            onClose={() => setReduced(null)}
            onSubmit={() => {
              setReduced(null)
              save.mutate(reduced.body)
            }}
          />
        )}
        {asked && (
          <ConfirmMainnet
            mint={asked.tokenMintAddress}
            onClose={() => setAsked(null)}
            onSubmit={() => {
              setAsked(null)
              save.mutate({ ...asked, confirmMainnet: true })
            }}
          />
        )}
      </>
    ),
  }
}
