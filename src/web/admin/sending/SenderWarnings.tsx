import { Notice } from '#web/ui/Notice.tsx'

/** What makes a sender riskier than it has to be, as the server puts it. */
export function SenderWarnings({ warnings }: { warnings: readonly string[] }) {
  return warnings.map((warning) => (
    <Notice key={warning} tone="warn">
      <p>{warning}</p>
    </Notice>
  ))
}
