import { isLess } from '#domain/amounts.ts'
import { ShortAddress } from '#web/admin/ShortAddress.tsx'
import { formatClock } from '#web/admin/status/AsOf.tsx'
import { Amount } from '#web/ui/Amount.tsx'
import { Fact } from '#web/ui/Facts.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { type SenderStatusReply, treasuryOf } from './payout.ts'

interface TreasuryFactsProps {
  status: SenderStatusReply
  unit?: string
}

/** Shows whose account a sender pays from, what may be moved out of it and what is in it; nothing where that is its own. */
export function TreasuryFacts({ status, unit = '' }: TreasuryFactsProps) {
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
