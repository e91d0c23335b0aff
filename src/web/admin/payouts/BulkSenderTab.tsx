import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { BulkSenderStatusResponse } from '#api-schema/bulk-sender.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { adminSend } from '#web/admin/admin-send.ts'
import { FormDialog } from '#web/admin/Dialog.tsx'
import { NoAnswer } from '#web/admin/FailedQuery.tsx'
import {
  refreshBulkSender,
  refreshClaims,
  useBulkSenderStatus,
  useEstimate,
  useStats,
} from '#web/admin/queries.ts'
import { useLiveState } from '#web/admin/status/live-state.ts'
import { changeUrlState, parseEnum, useUrlState } from '#web/admin/url-state.ts'
import { CopyFact, Count, capitalize, countOf, Fact, Facts, groupThousands } from '#web/admin/values.tsx'
import { Amount } from '#web/ui/Amount.tsx'
import { Button, Card, Notice, Skeleton } from '#web/ui/basics.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { Spinner } from '#web/ui/ProgressBar.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { showToast, type ToastMessage } from '#web/ui/toast-store.ts'
import { Configure } from './configure/Configure.tsx'
import { SenderWarnings, TreasuryFacts } from './configure/ConfiguredSender.tsx'
import { HoldList } from './history/HoldList.tsx'
import { LedgerTab } from './history/LedgerTab.tsx'
import { PastRuns, RunPage } from './history/Runs.tsx'
import { actionFailure } from './payout.ts'
import { RunProgress } from './progress/Progress.tsx'
import { StatusBadge } from './progress/StatusBadge.tsx'
import { RecordsBehind } from './records/RecordsBehind.tsx'
import { CostEstimate } from './start/CostEstimate.tsx'
import { StartClaims } from './start/StartClaims.tsx'

const TABS = ['configure', 'execute', 'monitor', 'ledger'] as const

/** Pays the queued claims: set up the sending wallet, start, watch. */
export function BulkSenderTab({ unit }: { unit: string }) {
  const place = useUrlState()
  const query = useBulkSenderStatus({ poll: true })
  const { data: status, isError } = query

  if (!status) {
    return <NoAnswer query={query} text="Failed to fetch status" until={<Spinner label="Loading..." />} />
  }

  const state = status.progress?.status ?? 'ready'
  const run = place('run')
  const tab = parseEnum(TABS, place('sender'))
  const content =
    run === '' ? (
      <RunTab status={status} unit={unit} />
    ) : (
      <RunPage key={run} id={run} status={status} unit={unit} />
    )
  return (
    <Card className={`mx-auto space-y-4 ${tab === 'configure' ? 'max-w-[800px]' : ''}`}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-22 font-semibold">Solana Bulk Sender</h2>
        <StatusBadge
          status={state}
          word={capitalize(state)}
          paid={status.progress?.successful ?? 0}
          held={status.progress?.held ?? 0}
        />
      </div>
      {isError && (
        <Notice tone="warn">
          Failed to fetch status. What you see is older; it is asked for again every 5 seconds.
        </Notice>
      )}
      <Tabs
        label="Bulk sender"
        level="inner"
        selected={tab}
        onSelect={(sender) => changeUrlState({ sender, run: '', outcome: '' }, { step: true })}
        tabs={[
          { id: 'configure', title: 'Configure', content: <Configure at="bulk" status={status} /> },
          // Both lead to the one place of a run.
          { id: 'execute', title: 'Execute', content },
          { id: 'monitor', title: 'Monitor', content },
          { id: 'ledger', title: 'Ledger', content: <LedgerTab status={status} unit={unit} /> },
        ]}
      />
    </Card>
  )
}

const NOT_CONFIGURED: ToastMessage = {
  tone: 'error',
  title: 'Not Configured',
  description: 'Please configure the bulk sender first',
}

interface RunTabProps {
  status: BulkSenderStatusResponse
  unit: string
}

/** A run before, during and after it: what the next one will pay, how far one is, what it could not decide, and those before. */
function RunTab({ status, unit }: RunTabProps) {
  const { running } = status
  const next = <NextRun key="next" status={status} unit={unit} />
  const progress = (
    <div key="progress" className="min-w-0 space-y-6">
      <RunProgress status={status} />
      <HoldList unit={unit} />
    </div>
  )
  return (
    <div className="space-y-6">
      <RecordsBehind kind="bulk" status={status} unit={unit} />
      <div className="grid gap-x-12 gap-y-8 panel:grid-cols-2">
        {running ? [progress, next] : [next, progress]}
      </div>
      {/* The list changes when a run begins or ends. */}
      <PastRuns key={`${running}`} />
      <ResetClaims running={running} unit={unit} />
    </div>
  )
}

/** The claims that wait, what paying them costs, and the button that starts it. */
function NextRun({ status, unit }: RunTabProps) {
  const { configured, running, queuedClaimsCount, walletAddress, progress } = status
  const estimate = useEstimate(status)
  const sent = useLiveState().state?.claims.sent ?? 0
  return (
    <section aria-label="Next run" className="min-w-0 space-y-4">
      <h3 className="font-semibold">Next run</h3>
      {!configured && (
        <Notice tone="warn">Please configure the bulk sender first in the Configure tab.</Notice>
      )}
      {queuedClaimsCount === 0 && (
        <Notice tone="warn">
          No queued claims to process.{(sent > 0 || progress !== null) && ' All claims have been sent.'}
        </Notice>
      )}
      <Facts>
        <Count name="Queued Claims" count={queuedClaimsCount} />
        {walletAddress ? (
          <CopyFact name="Wallet Address" value={walletAddress} />
        ) : (
          <Fact name="Wallet Address">N/A</Fact>
        )}
        <TreasuryFacts status={status} unit={unit} />
      </Facts>
      {progress?.status === 'ready' && queuedClaimsCount > 0 && (
        <p className="text-muted">Starting again goes on with what is still owed.</p>
      )}
      {!running && <SenderWarnings warnings={status.warnings} />}
      <StartClaims
        status={status}
        estimate={estimate.data}
        unit={unit}
        disabled={queuedClaimsCount === 0}
        blocker={configured ? undefined : NOT_CONFIGURED}
      />
      {configured && !running && queuedClaimsCount > 0 && (
        <CostEstimate estimate={estimate} countName="Total Claims" unit={unit} />
      )}
    </section>
  )
}

const WORD = 'RESET'

/** Deletes every claim, after a question that says what goes, and a word to be typed. The ledger keeps what was paid. */
function ResetClaims({ running, unit }: { running: boolean; unit: string }) {
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState(false)
  const reset = useMutation({
    mutationFn: () => adminSend(endpoints.admin.resetClaims),
    onSuccess: ({ message }) => {
      showToast({ tone: 'done', title: 'Claims Reset Successful', description: message })
      return Promise.all([refreshClaims(queryClient), refreshBulkSender(queryClient)])
    },
    onError: (error) => showToast(actionFailure('Reset', error)),
  })

  return (
    <section aria-label="Danger zone" className="mt-10 space-y-3 rounded-card border border-error/40 p-4">
      <h3 className="font-semibold text-error">Danger zone</h3>
      <p className="text-13 text-muted">
        Deletes every claim, whether or not it was paid. The ledger keeps all payments, with the ids of their
        claims.
      </p>
      <Button
        variant="danger"
        disabled={running}
        busy={reset.isPending}
        busyText="Resetting..."
        onClick={() => setAsked(true)}
      >
        Reset All Claims (Clear Database)
      </Button>
      {asked && (
        <ResetDialog
          unit={unit}
          onClose={() => setAsked(false)}
          onConfirm={() => {
            setAsked(false)
            reset.mutate()
          }}
        />
      )}
    </section>
  )
}

function ResetDialog({ unit, onConfirm, onClose }: { unit: string; onConfirm(): void; onClose(): void }) {
  const [word, setWord] = useState('')
  const isTyped = word.trim().toUpperCase() === WORD
  return (
    <FormDialog
      title="Reset all claims?"
      onClose={onClose}
      onSubmit={() => isTyped && onConfirm()}
      submit={{ text: 'Delete all claims', danger: true, disabled: !isTyped }}
    >
      <p>All claims will be deleted. This cannot be undone. The sender will work only with fresh claims.</p>
      <Losses unit={unit} />
      <TextField
        label={`Type ${WORD} to confirm`}
        value={word}
        onChange={(event) => setWord(event.target.value)}
        maxLength={20}
        autoComplete="off"
        autoCapitalize="characters"
      />
    </FormDialog>
  )
}

/** Counts what a reset deletes, as it is now. */
function Losses({ unit }: { unit: string }) {
  const { data, isError } = useStats()
  if (!data) return isError ? null : <Skeleton className="h-24" />
  return (
    <Notice tone="warn" title={`${countOf(data.total, 'claim')} will be gone`}>
      <ul className="list-disc pl-5">
        <li>{groupThousands(data.queued)} queued: their holders have to claim again</li>
        <li>{groupThousands(data.sent)} sent, and with them the status page of each of those holders</li>
        <li>{groupThousands(data.rejected)} rejected, with their reasons</li>
      </ul>
      <p>
        Claimed together: <Amount value={data.totalAmountSubmitted} unit={unit} />. What was paid, so far{' '}
        <Amount value={data.totalAmountSent} unit={unit} />, stays in the ledger. Outside of mainnet a holder
        who was paid can claim and be paid again.
      </p>
    </Notice>
  )
}
