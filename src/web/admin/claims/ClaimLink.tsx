import { changeUrlState } from '#web/admin/url-state.ts'

/** A claim's id, as a link to its details. */
export function ClaimLink({ id }: { id: string }) {
  return (
    <button
      type="button"
      title="Show this claim"
      onClick={() => changeUrlState({ claim: id }, { step: true })}
      className="font-mono whitespace-nowrap text-accent underline underline-offset-4"
    >
      {id}
    </button>
  )
}
