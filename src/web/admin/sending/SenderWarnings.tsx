import { Notice } from '#web/ui/Notice.tsx'

/** Shows the avoidable risks of a sender, in the server's words. */
export function SenderWarnings({ warnings }: { warnings: readonly string[] }) {
  return warnings.map((warning) => (
    <Notice key={warning} tone="warn">
      <p>{warning}</p>
    </Notice>
  ))
}
