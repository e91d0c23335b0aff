import { isLess } from '#domain/amounts.ts'
import { clusterName, type SenderStatusReply, treasuryOf } from '#web/admin/payouts/payout.ts'
import { formatClock } from '#web/admin/status/AsOf.tsx'
import { useLiveState } from '#web/admin/status/live-state.ts'
import { CopyFact, Fact, Facts, ShortAddress } from '#web/admin/values.tsx'
import { formatLocal } from '#web/lib/time.ts'
import { Amount } from '#web/ui/Amount.tsx'
import { Badge, Icon, Notice } from '#web/ui/basics.tsx'
import type { SenderPlace } from './use-sender-form.ts'

export interface ConfiguredSenderProps {
  place: SenderPlace
  status: SenderStatusReply
}

/** Shows what is saved of a sender: its wallet, to be compared and to be funded, its token, its nodes, since when; and warnings. */
export function ConfiguredSender({ place: { kind, isByCluster }, status }: ConfiguredSenderProps) {
  const { configured, cluster, rpcUrl, walletAddress, tokenMintAddress, nodes, warnings } = status
  const since = useLiveState().state?.senders[kind]?.configuredAt
  const isLive = rpcUrl?.includes('mainnet') || cluster === 'mainnet'
  const title = cluster ? `Configured on ${clusterName(cluster)}` : 'Configured'
  return (
    <div className="space-y-3">
      <Notice tone={configured ? 'done' : 'info'} title={configured ? title : 'Not Configured'}>
        <p className="text-13 text-muted">
          {configured
            ? treasuryOf(status)
              ? 'The wallet needs SOL for fees. Tokens are paid from the treasury, as far as it allows.'
              : 'The wallet needs SOL for fees, and the tokens to be paid out.'
            : 'Nothing is sent before a configuration is saved.'}
        </p>
        <Facts>
          {isByCluster && (
            <Fact name="Network mode">
              <Badge tone={isLive ? 'error' : 'neutral'} {...(isLive && { icon: 'warning' })}>
                {isLive ? 'LIVE' : 'TEST'}
              </Badge>
            </Fact>
          )}
          <SavedAddress name="Wallet" address={walletAddress} isMarked={isByCluster} />
          <TreasuryFacts status={status} />
          <SavedAddress name="Token" address={tokenMintAddress} isMarked={isByCluster} />
          {configured && (
            <Fact name={nodes.length === 1 ? 'Node' : 'Nodes, asked in this order'}>
              <ol aria-label="Nodes" className="text-13 [overflow-wrap:anywhere]">
                {nodes.map((node) => (
                  <li key={node}>{node}</li>
                ))}
              </ol>
            </Fact>
          )}
          {configured && <Fact name="Since">{since ? formatLocal(since) : 'Looking...'}</Fact>}
        </Facts>
      </Notice>
      <SenderWarnings warnings={warnings} />
    </div>
  )
}

interface SavedAddressProps {
  name: string
  address: string | null
  isMarked: boolean
}

/** An address of the configuration, or that there is none. */
function SavedAddress({ name, address, isMarked }: SavedAddressProps) {
  if (address === null) {
    return (
      <Fact name={name}>
        <Badge>not set</Badge>
      </Fact>
    )
  }
  return (
    <CopyFact name={name} value={address}>
      {isMarked && (
        <span className="flex shrink-0 items-center gap-1 text-13 text-done">
          <Icon name="check" className="size-3" />
          <span className="max-sm:sr-only">set</span>
        </span>
      )}
    </CopyFact>
  )
}

/** Shows the avoidable risks of a sender, in the server's words. */
export function SenderWarnings({ warnings }: { warnings: readonly string[] }) {
  return warnings.map((warning) => (
    <Notice key={warning} tone="warn">
      {warning}
    </Notice>
  ))
}

/** Shows whose account a sender pays from, what may be moved out of it and what is in it; nothing where that is its own. */
export function TreasuryFacts({ status, unit = '' }: { status: SenderStatusReply; unit?: string }) {
  const treasury = treasuryOf(status)
  if (!treasury) return null
  const { owner, delegate, balance, readAt } = treasury
  const allowance = treasury.allowance ?? '0'
  const isLimit = balance !== null && isLess(allowance, balance)
  return (
    <>
      <Fact name="Paid from">
        <ShortAddress address={owner} />
      </Fact>
      <Fact name="Allowance">
        {balance === null && 'Looking...'}
        {balance !== null && delegate !== status.walletAddress && <NoAllowance delegate={delegate} />}
        {balance !== null && delegate === status.walletAddress && (
          <Payable amount={allowance} unit={unit} isLimit={isLimit} />
        )}
      </Fact>
      <Fact name="In the treasury">
        {balance === null ? 'Looking...' : <Payable amount={balance} unit={unit} isLimit={!isLimit} />}
      </Fact>
      <Fact name="Read at">
        <span className="tabular-nums">{readAt === null ? 'Looking...' : formatClock(readAt)}</span>
      </Fact>
    </>
  )
}

/** An amount, and whether it is what the wallet can pay: the allowance or the balance, whichever is less. */
function Payable({ amount, unit, isLimit }: { amount: string; unit: string; isLimit: boolean }) {
  return (
    <span>
      <Amount value={amount} unit={unit} />
      {isLimit && <span className="block text-13 text-muted">the most it can pay</span>}
    </span>
  )
}

function NoAllowance({ delegate }: { delegate: string | null }) {
  return (
    <span className="text-error">
      <Icon name="warning" className="mr-1 inline" />
      {delegate === null ? (
        'None: it has approved no wallet'
      ) : (
        <>
          None: it has approved <ShortAddress address={delegate} />
        </>
      )}
    </span>
  )
}
