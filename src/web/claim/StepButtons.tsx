import { Button } from '#web/ui/Button.tsx'

/** The foot of a step: a quiet button that leads away, and the one that submits the form around it. */
export function StepButtons({
  leave,
  submit,
}: {
  leave: { text: string; onClick: () => void; disabled?: boolean }
  submit: { text: string; disabled: boolean; busy: boolean; busyText?: string }
}) {
  return (
    <div className="flex gap-3">
      <Button
        variant="quiet"
        size="large"
        className="px-3! text-15! sm:px-6! sm:text-17!"
        onClick={leave.onClick}
        disabled={leave.disabled ?? false}
      >
        {leave.text}
      </Button>
      <Button
        type="submit"
        variant="primary"
        size="large"
        className="min-w-0 flex-1 px-2! text-15! sm:text-17!"
        disabled={submit.disabled}
        busy={submit.busy}
        {...(submit.busyText !== undefined && { busyText: submit.busyText })}
      >
        {submit.text}
      </Button>
    </div>
  )
}
