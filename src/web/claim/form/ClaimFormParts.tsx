import type { ClaimResponse } from '#api-schema/claims.ts'
import type { PortalResponse } from '#api-schema/portal.ts'
import { AmountChanged, type AmountHeroProps, Arriving } from '#web/claim/AmountHero.tsx'
import { useAllTexts, useLanguage } from '#web/claim/language/Language.tsx'
import type { SeenAllocation } from '#web/claim/queries.ts'
import { ScreenTitle } from '#web/claim/Screen.tsx'
import { claimedAddress } from '#web/claim/status/signed-receipt.ts'
import type { WalletSession } from '#web/lib/wallet/use-wallet.ts'
import { Amount, formatDecimal } from '#web/ui/Amount.tsx'
import { Icon, Notice } from '#web/ui/basics.tsx'
import { fill } from '#web/ui/fill.ts'
import { GroupedAddress } from '#web/ui/GroupedAddress.tsx'
import type { Submissions } from './use-submissions.ts'

export interface ClaimFormProps {
  address: string
  allocation: SeenAllocation
  /** There is a claim already, which this one replaces. */
  corrects: boolean
  /** The claim that there is; null where that is not known, too. */
  claim: ClaimResponse | null
  portal: PortalResponse
  session: WalletSession
  submissions: Submissions
  /** Leaves the form. */
  onReset(): void
}

type ClaimFormHeadProps = Pick<ClaimFormProps, 'corrects' | 'allocation' | 'claim' | 'portal'>

/** Says what the form is for, and how much is claimed. */
export function ClaimFormHead({ corrects, allocation, claim, portal }: ClaimFormHeadProps) {
  const { locale } = useLanguage()
  const { claim: claimWords, form: words } = useAllTexts()
  const { amountUA } = allocation
  const { tokenSymbol: unit, payoutDecimals: decimals } = portal
  const replaced = corrects ? claim : null
  const write = (amount: string) => formatDecimal(amount, locale)
  const title = replaced?.status === 'rejected' ? claimWords.claimAgain : claimWords.changeAddress
  return (
    <div className="space-y-3">
      <div className="space-y-1">
        <ScreenTitle>{corrects ? title : words.heading}</ScreenTitle>
        <p className="text-muted">
          {words.amount}{' '}
          <span className="font-semibold text-ink">
            <Amount value={amountUA} unit={unit} />
          </span>
        </p>
        <Arriving amountUA={amountUA} unit={unit} decimals={decimals} />
        {replaced?.status === 'queued' && (
          <p className="text-muted [overflow-wrap:anywhere]">
            {fill(claimWords.presentAddress, { address: claimedAddress(allocation.eth, replaced) })}
          </p>
        )}
      </div>
      {replaced !== null && replaced.amountUA !== amountUA ? (
        <p>{fill(words.otherAmount, { was: write(replaced.amountUA), is: write(amountUA) })}</p>
      ) : (
        <AmountChanged allocation={allocation} />
      )}
    </div>
  )
}

/** What everybody has to know who enters an address, in as few words as that takes. */
export function ImportantNotice() {
  const { form: words, trust } = useAllTexts()
  return (
    <section aria-label={words.noticeHeading} className="flex gap-2 text-13 text-muted">
      <Icon name="info" className="mt-[3px] size-[14px]" />
      <p>
        <span className="font-semibold text-ink">{words.noticeHeading}:</span> {words.notices.join(' ')}{' '}
        {trust.recoveryPhrase}
      </p>
    </section>
  )
}

interface ConfirmProgramOwnedProps {
  confirmed: boolean
  onConfirm(confirmed: boolean): void
  /** Something weightier is on the same screen. */
  quiet: boolean
}

/** A checkbox to confirm a program-owned (off-curve) destination. */
export function ConfirmProgramOwned({ confirmed, onConfirm, quiet }: ConfirmProgramOwnedProps) {
  const { form, errors } = useAllTexts()
  return (
    <Notice tone="warn" title={form.programOwned} quiet={quiet}>
      <p>{errors.sol_off_curve_unconfirmed}</p>
      <label className="mt-2 flex gap-3 font-medium">
        <input
          type="checkbox"
          checked={confirmed}
          onChange={(event) => onConfirm(event.target.checked)}
          className="mt-1 size-4 shrink-0 accent-accent"
        />
        {form.confirmProgramOwned}
      </label>
    </Notice>
  )
}

type ClaimSummaryProps = AmountHeroProps & { sol: string }

/** The claim about to be signed, for comparing by eye: the amount, and the address in full. */
export function ClaimSummary({ amountUA, unit, decimals, sol }: ClaimSummaryProps) {
  const { lastLook, lastLookHelp } = useAllTexts().form
  return (
    <section
      aria-labelledby="last-look"
      className="space-y-3 rounded-control border border-accent bg-accent-soft p-4"
    >
      <h2 id="last-look" className="font-semibold">
        {lastLook}
      </h2>
      <div>
        <p className="text-22 font-semibold">
          <Amount value={amountUA} unit={unit} tight />
        </p>
        <Arriving amountUA={amountUA} unit={unit} decimals={decimals} />
      </div>
      <GroupedAddress address={sol} />
      <p className="text-13 text-muted">{lastLookHelp}</p>
    </section>
  )
}
