import type { ReactNode } from 'react'
import type { BulkSenderEstimateResponse } from '#api-schema/bulk-sender.ts'
import { countOf } from '#web/admin/count-of.ts'
import { Sol } from '#web/admin/sending/Sol.tsx'
import { Amount } from '#web/ui/Amount.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { ComparisonTable } from './ComparisonTable.tsx'

interface WalletBalancesProps {
  estimate: BulkSenderEstimateResponse
  unit: string
}

/** Shows the sending wallet's balances beside what the run needs, and what keeps it from being started. */
export function WalletBalances({ estimate, unit }: WalletBalancesProps) {
  const { balances, sufficient, refusal, covers } = estimate
  const missing = [
    isMore(balances.missingSOL) && <Sol key="sol" amount={balances.missingSOL} />,
    isMore(balances.missingUA) && <Amount key="tokens" value={balances.missingUA} unit={unit} />,
  ]
  const [lacksSol, lacksTokens] = missing.map(Boolean)
  return (
    <div className="space-y-3">
      <ComparisonTable
        title="Sending wallet"
        columns={['Balance', 'Needed']}
        rows={[
          {
            name: 'SOL',
            cells: [
              marked(lacksSol, <Sol amount={balances.sol} round="down" />),
              <Sol key="needed" amount={balances.neededSOL} />,
            ],
          },
          {
            name: 'Tokens',
            cells: [
              marked(lacksTokens, <Amount value={balances.token} unit={unit} />),
              <Amount key="needed" value={balances.neededUA} unit={unit} />,
            ],
          },
        ]}
      />
      {isMore(balances.keptSOL) && (
        <p className="text-13 text-muted">
          Of the SOL needed, <Sol amount={balances.keptSOL} /> stay in the wallet: it can not spend its last.
        </p>
      )}
      {refusal !== null && (
        <Notice tone="error" title="This wallet can not pay just now">
          <p>{refusal}</p>
        </Notice>
      )}
      {!sufficient && (
        <Notice
          tone={covers && covers.claimCount > 0 ? 'warn' : 'error'}
          title={covers && covers.claimCount > 0 ? 'Not enough for all' : 'Not enough to start'}
        >
          <ul>{missing.map((amount) => amount && <li key={amount.key}>Missing: {amount}</li>)}</ul>
          {covers && covers.claimCount > 0 && (
            <p>
              It suffices for about the first {countOf(covers.claimCount, 'claim')}:{' '}
              <Amount value={covers.amountUA} unit={unit} />. The rest needs{' '}
              <Amount value={covers.rest.amountUA} unit={unit} /> and <Sol amount={covers.rest.feeSOL} />.
            </p>
          )}
          <p>Send it to the wallet, then check again.</p>
        </Notice>
      )}
    </div>
  )
}

/** A balance that does not suffice is marked by more than its colour. */
function marked(isShort: boolean | undefined, balance: ReactNode): ReactNode {
  if (!isShort) return balance
  return (
    <span className="text-error">
      <Icon name="warning" className="mr-1 inline" />
      {balance}
    </span>
  )
}

function isMore(decimal: string): boolean {
  return /[1-9]/.test(decimal)
}
