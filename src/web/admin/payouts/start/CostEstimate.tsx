import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { BulkSenderEstimateResponse } from '#api-schema/bulk-sender.ts'
import { isLess, missingAmount } from '#domain/amounts.ts'
import type { LeftOutReason } from '#domain/payment.ts'
import { failureSentence } from '#web/admin/failures.ts'
import { useDistributionEstimate } from '#web/admin/queries.ts'
import { ReadAt } from '#web/admin/status/AsOf.tsx'
import {
  AmountFact,
  ClaimLink,
  CopyFact,
  Count,
  countOf,
  Fact,
  Facts,
  groupThousands,
  ShortAddress,
  Sol,
} from '#web/admin/values.tsx'
import { saveFile, saveJson } from '#web/lib/save-file.ts'
import { formatDuration } from '#web/lib/time.ts'
import { Amount } from '#web/ui/Amount.tsx'
import { Button, Icon, Notice, Skeleton } from '#web/ui/basics.tsx'
import { LeftOut } from './StartForm.tsx'

interface CostEstimateProps {
  estimate: UseQueryResult<BulkSenderEstimateResponse>
  /** The word for what is counted: claims, or rows of a file. */
  countName: string
  unit: string
}

/**
 * Shows the estimated cost of a run, whether the wallet can pay it, and the recipients who can not be paid.
 */
export function CostEstimate({ estimate, countName, unit }: CostEstimateProps) {
  const { data, error, isFetching, refetch } = estimate
  return (
    <section aria-label="Cost estimate" className="space-y-4">
      <div className="flex items-center justify-between gap-4">
        <h3 className="font-semibold">Cost estimate</h3>
        <span className="flex items-center gap-1">
          <ReadAt query={estimate} />
          <Button
            variant="quiet"
            size="small"
            className="-mr-3"
            busy={isFetching}
            busyText="Checking..."
            onClick={() => refetch()}
          >
            Check again
          </Button>
        </span>
      </div>
      {error && <Notice tone="warn">No estimate: {failureSentence(error)}</Notice>}
      {!data && !error && <Skeleton className="h-80" />}
      {data && (
        <>
          <EstimateFacts estimate={data} countName={countName} unit={unit} />
          <WalletBalances estimate={data} unit={unit} />
          {data.approval && <ApprovalNeeded approval={data.approval} unit={unit} />}
          <UnpayableList estimate={data} />
        </>
      )}
    </section>
  )
}

/** Shows the estimated cost of the rest of a distribution, and whether the wallet can pay it. */
export function DistributionEstimate({ distributionId, unit }: { distributionId: string; unit: string }) {
  const estimate = useDistributionEstimate(distributionId, { read: true })
  return <CostEstimate estimate={estimate} countName="Payments" unit={unit} />
}

type EstimateFactsProps = Omit<CostEstimateProps, 'estimate'> & { estimate: BulkSenderEstimateResponse }

function EstimateFacts({ estimate, countName, unit }: EstimateFactsProps) {
  const { claimCount, totalAmountUA, dustUA, totalFeeSOL, transactionFeeSOL, rentSOL } = estimate
  return (
    <Facts>
      <Count name={countName} count={claimCount} />
      <AmountFact name="Total tokens" value={totalAmountUA} unit={unit} />
      <LeftOut of={estimate.leftOut} />
      {/[1-9]/.test(dustUA) && (
        <AmountFact name="Not payable (below the token's smallest unit)" value={dustUA} unit={unit} />
      )}
      <Fact name="Estimated Fees">
        <span title={`Fees ${transactionFeeSOL} SOL, rent ${rentSOL} SOL`}>
          <Sol amount={totalFeeSOL} />
          <span className="block text-13 text-muted">
            {countOf(estimate.transactions, 'transaction')},{' '}
            {countOf(estimate.newTokenAccounts, 'new token account')}
          </span>
        </span>
      </Fact>
      <Fact name="Estimated Duration">
        <span className="font-mono tabular-nums">{formatDuration(estimate.estimatedDuration)}</span>
      </Fact>
    </Facts>
  )
}

/** Shows the sending wallet's balances beside what the run needs, and what keeps it from being started. */
function WalletBalances({ estimate, unit }: { estimate: BulkSenderEstimateResponse; unit: string }) {
  const { balances, sufficient, refusal, covers } = estimate
  const { allowanceUA, heldUA, neededUA } = balances
  const shortages = treasuryShortages(estimate, unit)
  const missing = [
    isMore(balances.missingSOL) && <Sol key="sol" amount={balances.missingSOL} />,
    isMore(balances.missingUA) && <Amount key="tokens" value={balances.missingUA} unit={unit} />,
  ]
  return (
    <div className="space-y-3">
      <h4 className="font-semibold">Sending wallet</h4>
      <Facts>
        <Fact name="SOL">
          {marked(isMore(balances.missingSOL), <Sol amount={balances.sol} round="down" />)}
          <span className="text-13 text-muted">
            of <Sol amount={balances.neededSOL} /> needed
          </span>
        </Fact>
        {allowanceUA === null ? (
          <TokensOf name="Tokens" value={balances.token} needed={neededUA} unit={unit} />
        ) : (
          <>
            <TokensOf name="Allowance" value={allowanceUA} needed={neededUA} unit={unit} />
            <TokensOf name="In the treasury" value={heldUA} needed={neededUA} unit={unit} />
          </>
        )}
      </Facts>
      {isMore(balances.keptSOL) && (
        <p className="text-13 text-muted">
          Of the SOL needed, <Sol amount={balances.keptSOL} /> stay in the wallet: it can not spend its last.
        </p>
      )}
      {refusal !== null && <Notice tone="error" title="This wallet can not pay just now" text={refusal} />}
      {!sufficient && (
        <Notice
          tone={covers && covers.claimCount > 0 ? 'warn' : 'error'}
          title={covers && covers.claimCount > 0 ? 'Not enough for all' : 'Not enough to start'}
        >
          <ul>
            {shortages?.map((sentence) => <li key={sentence}>{sentence}</li>) ??
              missing.map((amount) => amount && <li key={amount.key}>Missing: {amount}</li>)}
          </ul>
          {covers && covers.claimCount > 0 && (
            <p>
              It suffices for about the first {countOf(covers.claimCount, 'claim')}:{' '}
              <Amount value={covers.amountUA} unit={unit} />. The rest needs{' '}
              <Amount value={covers.rest.amountUA} unit={unit} /> and <Sol amount={covers.rest.feeSOL} />.
            </p>
          )}
          <p>{shortages ? 'Once that is done, check again.' : 'Send it to the wallet, then check again.'}</p>
        </Notice>
      )}
    </div>
  )
}

interface TokensOfProps {
  name: string
  value: string
  needed: string
  unit: string
}

/** So many tokens of those that are needed. */
function TokensOf({ name, value, needed, unit }: TokensOfProps) {
  return (
    <Fact name={name}>
      {marked(isLess(value, needed), <Amount value={value} />)}
      <span className="text-13 text-muted">
        of <Amount value={needed} unit={unit} /> needed
      </span>
    </Fact>
  )
}

/** A balance that does not suffice is marked by more than its colour. */
function marked(isShort: boolean, balance: ReactNode): ReactNode {
  if (!isShort) return balance
  return (
    <span className="text-error">
      <Icon name="warning" className="mr-1 inline" />
      {balance}
    </span>
  )
}

/** What can be done about payments that are left out, by why they are. */
const WAYS_OUT: Partial<Record<LeftOutReason, string>> = {
  frozen: 'Have the token’s freeze authority thaw the account, or ask the holder for another address.',
  unusable: 'Ask the holder to correct the claim with the address of a wallet.',
  denied: 'Take the address off the deny list, or reject the claim.',
  floored: 'It can never be paid: reject the claim.',
  too_large: 'No token account can hold it: reject the claim.',
}

/** The recipients who can not be paid, known before anything is sent, by why that is. The others are paid all the same. */
function UnpayableList({ estimate }: { estimate: BulkSenderEstimateResponse }) {
  const { claimCount, unpayable, unpayableCount, recipientsChecked, notLookedUp } = estimate
  if (unpayableCount === 0) {
    return notLookedUp > 0 ? (
      <p className="text-13 text-muted">
        {groupThousands(recipientsChecked)} recipients were looked up; all of them can be paid. The fees of
        the other {groupThousands(notLookedUp)} are scaled.
      </p>
    ) : null
  }
  const isCut = unpayable.length < unpayableCount
  return (
    <Notice
      tone="warn"
      title={`${countOf(unpayableCount, 'payment')} can not be made${notLookedUp > 0 ? ` (${groupThousands(notLookedUp)} recipients were not looked up)` : ''}`}
    >
      <p>
        {unpayableCount === 1 ? 'It is' : 'They are'} left out.{claimCount > 0 && ' The others can be paid.'}
      </p>
      <section aria-label="Payments that can not be made" className="space-y-2">
        {Object.entries(Object.groupBy(unpayable, ({ reason }) => reason)).map(([reason, payments = []]) => (
          <UnpayableGroup key={reason} reason={reason} payments={payments} />
        ))}
      </section>
      <p className="flex flex-wrap items-center gap-3 pt-1 text-13 text-muted">
        <Button
          size="small"
          onClick={() => saveFile('unpayable.csv', new Blob([toCsv(unpayable)], { type: 'text/csv' }))}
        >
          Export CSV
        </Button>
        {isCut && `The first ${unpayable.length} are listed.`}
      </p>
    </Notice>
  )
}

type UnpayablePayment = BulkSenderEstimateResponse['unpayable'][number]

/** So few are listed without a click. */
const FEW = 5

function UnpayableGroup({ reason, payments }: { reason: string; payments: readonly UnpayablePayment[] }) {
  const wayOut = payments[0] && WAYS_OUT[payments[0].cause]
  return (
    <details open={payments.length <= FEW} className="text-13">
      <summary>
        <span className="font-medium [overflow-wrap:anywhere]">
          {groupThousands(payments.length)} · {reason}
        </span>
        {wayOut && <span className="block text-muted">{wayOut}</span>}
      </summary>
      <ul className="max-h-60 overflow-y-auto">
        {payments.map(({ recipient, claimId, rowNumber }) => (
          <li key={claimId ?? rowNumber} className="py-0.5">
            {claimId ? <ClaimLink id={claimId} /> : `Row ${rowNumber}`} to{' '}
            <ShortAddress address={recipient} />
          </li>
        ))}
      </ul>
    </details>
  )
}

/** No field of it can have a comma or a quote but the reason, which is quoted. */
function toCsv(payments: readonly UnpayablePayment[]): string {
  const rows = payments.map(
    ({ claimId, rowNumber, recipient, reason }) =>
      `${claimId ?? ''},${rowNumber ?? ''},${recipient},"${reason.replaceAll('"', '""')}"`,
  )
  return ['claim,row,solana_address,reason', ...rows, ''].join('\r\n')
}

/** Tells what a run out of a treasury lacks, a sentence each; null where the wallet pays from its own account. */
export function treasuryShortages(
  { approval, balances }: BulkSenderEstimateResponse,
  unit: string,
): string[] | null {
  const { allowanceUA, heldUA, neededUA, missingSOL } = balances
  if (allowanceUA === null) return null
  const missing = (available: string) => groupThousands(missingAmount(neededUA, available))
  const needed = groupThousands(neededUA)
  const allowance = isMore(allowanceUA)
    ? `The treasury allows ${groupThousands(allowanceUA)} more; this run needs ${needed}: raise the allowance by ${missing(allowanceUA)}.`
    : `The treasury allows nothing; this run needs ${needed}: have that approved.`
  return [
    ...(approval ? [allowance] : []),
    ...(isLess(heldUA, neededUA) ? [`Missing in the treasury: ${missing(heldUA)} ${unit}`.trim()] : []),
    ...(isMore(missingSOL) ? [`Missing in the sending wallet: ${missingSOL} SOL`] : []),
  ]
}

/** True for a decimal above zero. */
export function isMore(decimal: string): boolean {
  return /[1-9]/.test(decimal)
}

type Approval = NonNullable<BulkSenderEstimateResponse['approval']>

/** The instruction that a treasury has to approve, to be compared in its multisig, and as a file. */
function ApprovalNeeded({ approval, unit }: { approval: Approval; unit: string }) {
  const { tokenProgram, mint, tokenAccount, delegate, owner, amountUA, baseUnits, decimals } = approval
  return (
    <section aria-label="To be approved" className="space-y-3">
      <h4 className="font-semibold">To be approved in the multisig</h4>
      <p className="text-13 text-muted">
        An approval replaces the one before it: this one is for all that the run needs.
      </p>
      <div className="text-13">
        <Facts>
          <Fact name="Instruction">{INSTRUCTION}</Fact>
          <CopyFact name="Token program" value={tokenProgram} />
          <CopyFact name="Mint" value={mint} />
          <CopyFact name="Source" value={tokenAccount} />
          <CopyFact name="Delegate" value={delegate} />
          <CopyFact name="Owner" value={owner} />
          <AmountFact name="Amount" value={amountUA} unit={unit} />
          <CopyFact name="In base units" value={baseUnits} what="Amount" />
          <Fact name="Decimals">
            <span className="font-mono tabular-nums">{decimals}</span>
          </Fact>
        </Facts>
      </div>
      <Button
        size="small"
        onClick={() => saveJson('approval.json', { instruction: INSTRUCTION, ...approval })}
      >
        Save for the multisig
      </Button>
    </section>
  )
}

const INSTRUCTION = 'ApproveChecked'
