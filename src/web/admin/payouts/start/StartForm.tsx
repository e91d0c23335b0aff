import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { BulkSenderEstimateResponse } from '#api-schema/bulk-sender.ts'
import type { TokenFactsResponse } from '#api-schema/sender-records.ts'
import { isUnsettled, type LeftOutReason } from '#domain/payment.ts'
import { shortenAddress } from '#domain/shorten-address.ts'
import { FormDialog, type FormDialogProps } from '#web/admin/Dialog.tsx'
import { failureSentence, type Payable } from '#web/admin/failures.ts'
import { clusterName, type SenderStatusReply, treasuryOf } from '#web/admin/payouts/payout.ts'
import { countOf, Fact, Facts, groupThousands, ShortAddress, Sol } from '#web/admin/values.tsx'
import { Amount } from '#web/ui/Amount.tsx'
import { Badge, Notice } from '#web/ui/basics.tsx'
import type { StartQuestion } from './StartButton.tsx'

interface StartFormProps extends Pick<FormDialogProps, 'title' | 'submit' | 'other' | 'onSubmit'> {
  question: Pick<StartQuestion<never>, 'change' | 'isLost' | 'busy' | 'onClose'>
  status: SenderStatusReply
  /** Its token, as the chain shows it. */
  token: UseQueryResult<TokenFactsResponse>
  /** Facts before the count. */
  lead?: ReactNode
  /** The word for one of the payments that will be made. */
  name: string
  shown: Payable | undefined
  /** Undefined until it is estimated. */
  feeSOL: string | undefined
  /** Only a part of what is owed is to be paid. */
  isPart?: boolean
  /** Stands for figures that are not there. */
  unknown?: string | undefined
  unit: string
  /** The button that was pressed, and is to be pressed again, where it was the other one. */
  pressed?: string | undefined
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
  const { submit, other, onSubmit, pressed = submit.text, unknown = 'Looking...', isPart = false } = props
  const { change, isLost, busy, onClose } = question
  const isLive = status.cluster === 'mainnet'
  // Of all that is owed: a run proves what became of what was signed, even with nothing to pay.
  const settles = !isPart && (shown?.leftOut.some(({ reason }) => isUnsettled(reason)) ?? false)
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
        disabled: submit.disabled || (shown?.count === 0 && !settles),
      }}
      error={
        isLost
          ? `The server did not answer: the run may have started. Press ${pressed} again: it is not started a second time.`
          : null
      }
      other={other}
    >
      {shown ? (
        <Sentence shown={shown} name={name} unit={unit} status={status} settles={settles} isPart={isPart} />
      ) : (
        <p>{pending}</p>
      )}
      {change && <ChangedNotice {...change} unit={unit} button={pressed} />}
      {children}
      {error && <Notice tone="warn">No estimate: {failureSentence(error)}</Notice>}
      <details>
        <summary className="w-fit py-1 font-medium text-accent">Token, wallet and fees</summary>
        <Facts>
          {lead}
          <Fact name="Estimated fees and rent">
            {feeSOL === undefined ? pending : <Sol amount={feeSOL} />}
          </Fact>
          <SenderFacts status={status} token={token} />
        </Facts>
      </details>
    </FormDialog>
  )
}

interface SentenceProps extends Pick<StartFormProps, 'name' | 'unit' | 'status'> {
  shown: Payable
  /** A run with nothing to pay has something to prove. */
  settles: boolean
  /** A part of what is owed: what is left out of it is no part of the run. */
  isPart: boolean
}

/** What is about to be done, in a sentence: how many, how much of what, from where, and what is left out. */
function Sentence({ shown, name, unit, status, settles, isPart }: SentenceProps) {
  const { count, amountUA, leftOut } = shown
  const out = leftOut.reduce((sum, { count }) => sum + count, 0)
  const owner = status.source?.owner ?? status.walletAddress
  if (count === 0) {
    return (
      <p>
        Nothing of this can be paid
        {out > 0 && `: ${leftOutWords(leftOut)} ${out === 1 ? 'is' : 'are'} left out`}.
        {settles &&
          ' A run pays nobody now: it proves what became of what was signed. What proves unpaid can be paid after it.'}
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
          {!isPart && listedWords(leftOut)}
        </span>
      )}
    </p>
  )
}

type SenderFactsProps = Pick<StartFormProps, 'status' | 'token'>

/** The token with who may mint and freeze it, the cluster, the wallet and the node: what a start has to name. */
function SenderFacts({ status, token: { data: token, isError } }: SenderFactsProps) {
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
        {cluster && clusterName(cluster)}
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

type ChangedNoticeProps = NonNullable<StartQuestion<never>['change']> & { unit: string; button: string }

/** Tells that a start would have paid something else than was shown, and what it would pay now. */
function ChangedNotice({ was, now, unit, button }: ChangedNoticeProps) {
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

/** Says as what a run lists those of what is left out that it takes all the same, and does not pay. */
function listedWords(leftOut: Payable['leftOut']): string {
  const taken = leftOut.filter(({ reason }) => !isUnsettled(reason))
  const denied = taken.find(({ reason }) => reason === 'denied')?.count ?? 0
  const failed = taken.reduce((sum, { count }) => sum + count, 0) - denied
  const words = [
    failed > 0 && `${groupThousands(failed)} as failed`,
    denied > 0 && `${groupThousands(denied)} as on hold`,
  ].filter((word) => word !== false)
  return words.length === 0 ? '' : ` The run lists ${words.join(' and ')}.`
}

/** The owed payments that a run leaves out, by reason; nothing where it makes all. */
export function LeftOut({ of }: { of: Payable['leftOut'] }) {
  return of.length === 0 ? null : <Fact name="Left out">{leftOutWords(of)}</Fact>
}
