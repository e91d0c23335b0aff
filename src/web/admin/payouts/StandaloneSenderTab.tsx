import { useQuery } from '@tanstack/react-query'
import { endpoints } from '#api-schema/endpoints.ts'
import { polledQuery } from '#web/admin/admin-send.ts'
import { NoAnswer } from '#web/admin/FailedQuery.tsx'
import { useStandaloneStatus } from '#web/admin/queries.ts'
import { ReadAt } from '#web/admin/status/AsOf.tsx'
import { changeUrlState, parseEnum, useUrlState } from '#web/admin/url-state.ts'
import { BriefAmount, countOf } from '#web/admin/values.tsx'
import { Card, Skeleton } from '#web/ui/basics.tsx'
import { Spinner } from '#web/ui/ProgressBar.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { Configure } from './configure/Configure.tsx'
import { HistoryTab } from './history/HistoryTab.tsx'
import { clusterName } from './payout.ts'
import { Reconcile } from './records/Reconcile.tsx'
import { RecordsBehind } from './records/RecordsBehind.tsx'
import { UploadTab } from './start/UploadTab.tsx'

const TABS = ['configuration', 'upload', 'history'] as const

/** Pays the rows of a spreadsheet: set up the wallet, upload, start, watch. */
export function StandaloneSenderTab() {
  const place = useUrlState()
  const selectedId = place('distribution') || null
  const query = useStandaloneStatus()
  const { data: status, isError } = query
  const unit = status?.tokenName ?? ''
  const tab = parseEnum(TABS, place('standalone'))
  const select = (distribution: string) => changeUrlState({ distribution })

  function viewProgress(distribution: string) {
    changeUrlState({ distribution, standalone: 'upload' }, { step: true })
  }

  return (
    <div className={`mx-auto space-y-4 ${tab === 'history' ? '' : 'max-w-[800px]'}`}>
      <h2 className="text-22 font-semibold">Standalone SPL Bulk Sender</h2>
      <StandaloneStats />
      {(isError || !status) && (
        <NoAnswer query={query} text="Failed to fetch status" until={<Spinner label="Loading..." />} />
      )}
      {status && <RecordsBehind kind="standalone" status={status} unit={unit} />}
      {status && (
        <Card>
          <Tabs
            label="Standalone sender"
            level="inner"
            selected={tab}
            onSelect={(standalone) => changeUrlState({ standalone }, { step: true })}
            tabs={[
              {
                id: 'configuration',
                title: 'Configuration',
                content: <Configure at="standalone" status={status} />,
              },
              {
                id: 'upload',
                title: 'Upload & Send',
                content: <UploadTab status={status} selectedId={selectedId} onSelect={select} />,
              },
              {
                id: 'history',
                title: 'History',
                content: (
                  <div className="space-y-6">
                    <HistoryTab status={status} onViewProgress={viewProgress} />
                    <Reconcile kind="standalone" status={status} unit={unit} />
                  </div>
                ),
              },
            ]}
          />
        </Card>
      )}
    </div>
  )
}

const STATS_POLL_MS = 10_000

/** Four numbers over all distributions. */
function StandaloneStats() {
  const query = useQuery(polledQuery(endpoints.standaloneSender.stats, STATS_POLL_MS))
  const { data } = query
  if (!data) {
    return <NoAnswer query={query} text="Failed to fetch stats" until={<Skeleton className="h-24" />} />
  }
  const unit = data.tokenName ?? ''
  const isShown = ({ mint, tokenName }: (typeof data.byMint)[number]) =>
    mint === data.mint && tokenName === unit
  const others = data.byMint.filter((sum) => !isShown(sum))
  const ours = data.byMint.find(isShown)?.cluster
  const stats = [
    { name: 'Total Tokens From Files', value: data.totalAmount, unit },
    { name: 'Total Tokens Sent', value: data.totalAmountSent, unit },
    { name: 'Total Distributions', value: `${data.totalDistributions}` },
    {
      name: 'Successful Transactions',
      value: `${data.successfulTxns}`,
      note: countOf(data.successfulPayments, 'payment'),
    },
  ]
  return (
    <div className="space-y-1">
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line panel:grid-cols-4">
        {stats.map((stat) => (
          <div key={stat.name} className="bg-card p-4">
            <dt className="text-13 text-muted">{stat.name}</dt>
            <dd className="text-17 font-semibold">
              <BriefAmount value={stat.value} unit={stat.unit} />
              {stat.note && <span className="block text-13 font-normal text-muted">for {stat.note}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {others.map(({ mint, cluster, tokenName, totalAmount, totalAmountSent }) => (
        <p key={`${cluster} ${mint}`} className="text-13 text-muted">
          Besides{cluster !== ours && `, on ${clusterName(cluster)}`}:{' '}
          <BriefAmount value={totalAmount} unit={tokenName} /> from files,{' '}
          <BriefAmount value={totalAmountSent} /> sent
        </p>
      ))}
      <ReadAt query={query} />
    </div>
  )
}
