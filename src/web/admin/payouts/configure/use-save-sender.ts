import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { BulkSenderConfigBody } from '#api-schema/bulk-sender.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import type { StandaloneConfigBody } from '#api-schema/standalone-sender.ts'
import type { SenderKind } from '#domain/sender.ts'
import { adminSend } from '#web/admin/admin-send.ts'
import { isErrorCode, problemsOf } from '#web/admin/error-code.ts'
import { SENDERS } from '#web/admin/payouts/payout.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { failureSentence } from '#web/lib/failure-sentence.ts'
import { showToast } from '#web/ui/toast-store.ts'
import { nodesWithout } from './node-list.ts'
import type { SenderPlace } from './sender-places.ts'

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
  const [reduced, setReduced] = useState<{
    body: StandaloneConfigBody
    silent: string[]
    why: string
  } | null>(null)
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
    /** The question whether to save without nodes that do not answer, while it is asked. */
    withoutNodes: reduced && {
      silent: reduced.silent,
      why: reduced.why,
      onClose: () => setReduced(null),
      onConfirm() {
        setReduced(null)
        save.mutate(reduced.body)
      },
    },
    /** The question, while it is asked. */
    question: asked && {
      mint: asked.tokenMintAddress,
      onClose: () => setAsked(null),
      onConfirm() {
        setAsked(null)
        save.mutate({ ...asked, confirmMainnet: true })
      },
    },
  }
}

export type SaveSender = ReturnType<typeof useSaveSender>
