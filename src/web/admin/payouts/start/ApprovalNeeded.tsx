import type { BulkSenderEstimateResponse } from '#api-schema/bulk-sender.ts'
import { isLess, missingAmount } from '#domain/amounts.ts'
import { saveFile } from '#web/admin/admin-send.ts'
import { Button } from '#web/ui/Button.tsx'
import { AmountFact, CopyFact, Fact, Facts } from '#web/ui/Facts.tsx'
import { groupThousands } from '#web/ui/group-thousands.ts'

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

interface ApprovalNeededProps {
  approval: NonNullable<BulkSenderEstimateResponse['approval']>
  unit: string
}

/** The instruction that a treasury has to approve, to be compared in its multisig, and as a file. */
export function ApprovalNeeded({ approval, unit }: ApprovalNeededProps) {
  const { tokenProgram, mint, tokenAccount, delegate, owner, amountUA, baseUnits, decimals } = approval
  const file = { instruction: INSTRUCTION, ...approval }
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
      <Button size="small" onClick={() => saveFile('approval.json', jsonOf(file))}>
        Save for the multisig
      </Button>
    </section>
  )
}

const INSTRUCTION = 'ApproveChecked'

function jsonOf(content: object): Blob {
  return new Blob([`${JSON.stringify(content, null, 2)}\n`], { type: 'application/json' })
}
