import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BulkSenderStatusResponse } from '#api-schema/bulk-sender.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import type { StartBody } from '#api-schema/runs.ts'
import type { RecordsEndpoints, SenderSource } from '#api-schema/sender-records.ts'
import type { StandaloneStatusResponse, StartDistributionBody } from '#api-schema/standalone-sender.ts'
import type { SenderKind } from '#domain/sender.ts'
import { adminSend } from '#web/admin/admin-send.ts'
import {
  changeOf,
  confirmationOf,
  errorSentence,
  failureSentence,
  isErrorCode,
  type Payable,
} from '#web/admin/failures.ts'
import { refreshBulkSender, refreshStandalone } from '#web/admin/queries.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { showToast, type ToastMessage } from '#web/ui/toast-store.ts'

/** The status of either sender. */
export type SenderStatusReply = BulkSenderStatusResponse | StandaloneStatusResponse

/** Returns the account that a sender pays from as its owner's delegate; null where it is the wallet's own. */
export function treasuryOf({ source, walletAddress }: SenderStatusReply): SenderSource | null {
  return source && source.owner !== walletAddress ? source : null
}

/** A cluster as a sentence names it. */
export function clusterName(cluster: NonNullable<SenderStatusReply['cluster']>): string {
  return cluster === 'other' ? 'another cluster' : cluster
}

/** A sender, and the unit of its token. */
export interface SenderProps {
  kind: SenderKind
  status: SenderStatusReply
  unit: string
}

interface SenderAccess {
  /** The endpoints that compare its records with the chain. */
  api: RecordsEndpoints
  /** Reads again everything that a change of it affects. */
  refresh(queryClient: QueryClient): Promise<unknown>
}

export const SENDERS: Record<SenderKind, SenderAccess> = {
  bulk: { api: endpoints.bulkSender, refresh: refreshBulkSender },
  standalone: { api: endpoints.standaloneSender, refresh: refreshStandalone },
}

/** What a person was shown as payable. */
export type Shown = Pick<Payable, 'count' | 'amountUA'>

/** A start that was asked for: its terms, and the key by which it is one start however often it is sent. */
export interface AskedStart<Terms> {
  terms: Terms
  key: string
  shown: Shown
}

/** The source of a run: the queued claims, or what is left of one distribution. */
export interface Payout<Terms = never> {
  kind: SenderKind
  /** As its buttons and toasts call it: "Start …", "… Started". */
  name: string
  start(asked: AskedStart<Terms>): Promise<{ message: string }>
  stop(): Promise<{ message: string }>
  /** Returns the toast for a start or a stop that failed. */
  failure(action: 'Start' | 'Stop', error: Error): ToastMessage
}

/**
 * Returns the toast for an action that did not happen: "failed" when the server rejected it, "error" when it
 * was not reached.
 */
export function actionFailure(action: string, error: Error): ToastMessage {
  const word = error instanceof ApiError ? 'Failed' : 'Error'
  return { tone: 'error', title: `${action} ${word}`, description: failureSentence(error) }
}

/** The payout of the queued claims. */
export const CLAIMS_PAYOUT: Payout<StartBody> = {
  kind: 'bulk',
  name: 'Bulk Send',
  start: (asked) => adminSend(endpoints.bulkSender.start, inputOf(asked)),
  stop: () => adminSend(endpoints.bulkSender.stop),
  failure: actionFailure,
}

/** The payout of what is left of one distribution. */
export function distributionPayout(distributionId: string): Payout<StartDistributionBody> {
  const input = { params: { distributionId } }
  return {
    kind: 'standalone',
    name: 'Distribution',
    start: (asked) => adminSend(endpoints.standaloneSender.start, { ...input, ...inputOf(asked) }),
    stop: () => adminSend(endpoints.standaloneSender.stop, input),
    failure: (action, error) => ({
      tone: 'error',
      title: `${action} Failed`,
      description: errorSentence(error, `Failed to ${action.toLowerCase()} distribution`),
    }),
  }
}

function inputOf<Terms>({ terms, key, shown }: AskedStart<Terms>) {
  return { body: { ...terms, expect: shown }, headers: { 'Idempotency-Key': key } }
}

/** The toast for a run that was to be stopped and has ended meanwhile: no failure. */
const NOTHING_TO_STOP: ToastMessage = {
  title: 'Nothing to Stop',
  description: 'The run has ended already.',
}

/** Starts or stops a payout, shows the result in a toast, and reads again what it affects. */
export function usePayoutAction<Input = void>(
  { kind, name, failure }: Payout,
  action: 'Start' | 'Stop',
  act: (input: Input) => Promise<{ message: string }>,
  onDone?: () => void,
) {
  const queryClient = useQueryClient()
  const { refresh } = SENDERS[kind]
  return useMutation({
    mutationFn: act,
    onSuccess({ message: description }) {
      showToast(
        action === 'Start'
          ? { tone: 'done', title: `${name} Started`, description }
          : { title: `${name} Stopping`, description },
      )
      onDone?.()
      return refresh(queryClient)
    },
    onError(error) {
      if (confirmationOf(error) || changeOf(error)) return refresh(queryClient)
      const isOver = isErrorCode(error, 'no_run_in_progress')
      showToast(isOver ? NOTHING_TO_STOP : failure(action, error))
      return refresh(queryClient)
    },
  })
}
