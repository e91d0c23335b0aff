import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { BulkSenderEstimateResponse } from '#api-schema/bulk-sender.ts'
import type { TokenFactsResponse } from '#api-schema/token-facts.ts'
import type { LeftOutReason } from '#domain/payment.ts'
import { shortenAddress } from '#domain/shorten-address.ts'
import type { Payable } from '#web/admin/error-code.ts'
import { FormDialog, type FormDialogProps } from '#web/admin/FormDialog.tsx'
import { clusterName } from '#web/admin/payouts/configure/node-list.ts'
import { type SenderStatusReply, treasuryOf } from '#web/admin/payouts/payout.ts'
import { Sol } from '#web/admin/payouts/Sol.tsx'
import { ShortAddress } from '#web/admin/ShortAddress.tsx'
import { failureSentence } from '#web/lib/failure-sentence.ts'
import { Amount } from '#web/ui/Amount.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Fact, Facts } from '#web/ui/Facts.tsx'
import { countOf, groupThousands } from '#web/ui/group-thousands.ts'
import { Notice } from '#web/ui/Notice.tsx'
import type { StartQuestion } from './StartButton.tsx'

interface StartFormProps extends Pick<FormDialogProps, 'title' | 'submit' | 'other' | 'onSubmit'> {
  question: Pick<StartQuestion<never>, 'change' | 'isLost' | 'busy' | 'onClose'>
  status: SenderStatusReply
  token: UseQueryResult<TokenFactsResponse>
  /** Facts before the count. */
  lead?: ReactNode
  /** The word for one of the payments that will be made. */
  name: string
  shown: Payable | undefined
  /** Undefined until it is estimated, null where it is not. */
  feeSOL: string | undefined | null
  /** Stands for figures that are not there. */
  unknown?: string
  unit: string
  /** The button to press again. */
  button?: string
  /** Why there is no estimate. */
  error: Error | null
  children: ReactNode
}

/** Returns what an estimate says will be paid. */
export function payableIn({ claimCount, totalAmountUA, leftOut }: BulkSenderEstimateResponse): Payable {
  return { count: claimCount, amountUA: totalAmountUA, leftOut }
}

/** Asks before money is sent: how many payments, how much of which token, on which cluster, from which wallet. */
export function StartForm(props: StartFormProps) {
  const { title, question, status, token, lead, name, shown, feeSOL, unit, error, children } = props
  const { submit, other, onSubmit, button = 'Start', unknown = 'Looking...' } = props
  const { change, isLost, busy, onClose } = question
  const isLive = status.cluster === 'mainnet'
  const pending = <span className="text-muted">{unknown}</span>
  return (
    <FormDialog
      title={isLive ? 'Send real tokens on mainnet?' : title}
      onClose={onClose}
      onSubmit={onSubmit}
      submit={{
        busyText: 'Starting...',
        busy,
        danger: isLive,
        ...submit,
        disabled: submit.disabled || shown?.count === 0,
      }}
      error={
        isLost
          ? `The server did not answer: the run may have started. Press ${button} again: it is not started a second time.`
          : null
      }
      other={other}
    >
      {shown ? <Sentence shown={shown} name={name} unit={unit} status={status} /> : <p>{pending}</p>}
      {change && <ChangedNotice {...change} unit={unit} button={button} />}
      {children}
      {error && <Notice tone="warn">No estimate: {failureSentence(error)}</Notice>}
      <details>
        <summary className="w-fit py-1 font-medium text-accent">Token, wallet and fees</summary>
        <Facts>
          {lead}
          {feeSOL !== null && (
            <Fact name="Estimated fees and rent">
              {feeSOL === undefined ? pending : <Sol amount={feeSOL} />}
            </Fact>
          )}
          <SenderFacts status={status} token={token} />
        </Facts>
      </details>
    </FormDialog>
  )
}

interface SentenceProps extends Pick<StartFormProps, 'name' | 'unit' | 'status'> {
  shown: Payable
}

/** What is about to be done, in a sentence: how many, how much of what, from where, and what is left out. */
function Sentence({ shown: { count, amountUA, leftOut }, name, unit, status }: SentenceProps) {
  const out = leftOut.reduce((sum, { count }) => sum + count, 0)
  const owner = status.source?.owner ?? status.walletAddress
  if (count === 0) {
    return (
      <p>
        Nothing of this can be paid
        {out > 0 && `: ${leftOutWords(leftOut)} ${out === 1 ? 'is' : 'are'} left out`}.
      </p>
    )
  }
  return (
    <p className="text-17">
      Pay <span className="font-semibold">{countOf(count, name)}</span>,{' '}
      <span className="font-semibold">
        <Amount value={amountUA} unit={unit} />
      </span>
      , from {treasuryOf(status) && 'the treasury '}
      {owner && (
        <span title={owner} className="font-mono whitespace-nowrap">
          {shortenAddress(owner)}
        </span>
      )}{' '}
      on {status.cluster === 'mainnet' ? 'LIVE mainnet' : `TEST, ${clusterName(status.cluster ?? 'other')}`}.
      {out > 0 && (
        <span className="text-15 text-muted">
          {' '}
          {groupThousands(out)} {out === 1 ? 'is' : 'are'} left out: {leftOutWords(leftOut)}.
        </span>
      )}
    </p>
  )
}

interface SenderFactsProps {
  status: SenderStatusReply
  /** Its token, as the chain shows it. */
  token: UseQueryResult<TokenFactsResponse>
}

/** The token with who may mint and freeze it, the cluster, the wallet and the node: what a start has to name. */
export function SenderFacts({ status, token: { data: token, isError } }: SenderFactsProps) {
  const { cluster, walletAddress, nodes, tokenMintAddress } = status
  const treasury = treasuryOf(status)
  return (
    <>
      <Fact name="Token">
        <span className="min-w-0">
          {token?.name && (
            <span className="block">
              {token.name}
              {token.symbol && ` (${token.symbol})`}
            </span>
          )}
          <span className="block font-mono text-13 break-all">{tokenMintAddress}</span>
          <span className="block text-13 text-muted">
            {isError && 'The mint could not be read just now'}
            {token && `${token.decimals} decimals`}
          </span>
        </span>
      </Fact>
      {token && (
        <>
          <Fact name="May mint more">
            <Authority of={token.mintAuthority} />
          </Fact>
          <Fact name="May freeze accounts">
            <Authority of={token.freezeAuthority} />
          </Fact>
        </>
      )}
      <Fact name="Cluster">
        {cluster === 'mainnet' ? <Badge tone="error">LIVE</Badge> : <Badge tone="neutral">TEST</Badge>}
        {cluster === 'other' ? 'another cluster' : cluster}
      </Fact>
      {treasury && (
        <Fact name="From">
          <span className="font-mono text-13 break-all">{treasury.owner}</span>
        </Fact>
      )}
      <Fact name={treasury ? 'Signed by' : 'From'}>
        <span className="font-mono text-13 break-all">{walletAddress}</span>
      </Fact>
      <Fact name={nodes.length > 1 ? 'Nodes' : 'Node'}>
        <span className="text-13 [overflow-wrap:anywhere]">{nodes.join(', ')}</span>
      </Fact>
    </>
  )
}

function Authority({ of }: { of: string | null }): ReactNode {
  return of === null ? 'Nobody' : <ShortAddress address={of} />
}

interface ChangedNoticeProps {
  was: Pick<Payable, 'count' | 'amountUA'>
  now: Payable
  unit: string
  button: string
}

/** Tells that a start would have paid something else than was shown, and what it would pay now. */
export function ChangedNotice({ was, now, unit, button }: ChangedNoticeProps) {
  return (
    <Notice tone="warn">
      <p>
        This has changed since it was shown, and nothing was started. It was {groupThousands(was.count)},{' '}
        <Amount value={was.amountUA} unit={unit} />. Now it is {groupThousands(now.count)},{' '}
        <Amount value={now.amountUA} unit={unit} />.
      </p>
      {now.leftOut.length > 0 && <p>Left out: {leftOutWords(now.leftOut)}.</p>}
      <p>Press {button} again to send what it is now.</p>
    </Notice>
  )
}

const LEFT_OUT_REASONS: Record<LeftOutReason, string> = {
  in_flight: 'in flight',
  held: 'on hold',
  too_large: 'too large for a token account',
  floored: 'below the smallest unit',
  denied: 'on the deny list',
  frozen: 'frozen',
  unusable: 'to no usable wallet',
}

/** Tells how many payments are left out, and why. */
function leftOutWords(leftOut: Payable['leftOut']): string {
  return leftOut
    .map(
      ({ reason, count }) =>
        `${groupThousands(count)} ${LEFT_OUT_REASONS[reason as LeftOutReason] ?? reason}`,
    )
    .join(', ')
}

/** The owed payments that a run leaves out, by reason; nothing where it makes all. */
export function LeftOut({ of }: { of: Payable['leftOut'] }) {
  return of.length === 0 ? null : <Fact name="Left out">{leftOutWords(of)}</Fact>
}
