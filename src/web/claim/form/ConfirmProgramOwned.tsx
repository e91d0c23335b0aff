import { useAllTexts } from '#web/claim/language/Language.tsx'
import { Notice } from '#web/ui/Notice.tsx'

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
