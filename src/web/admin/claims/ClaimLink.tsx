import { changePlace } from '#web/admin/place.ts'

/** A claim's id, which opens all that is known of it. */
export function ClaimLink({ id }: { id: string }) {
  return (
    <button
      type="button"
      title="Show this claim"
      onClick={() => changePlace({ claim: id }, { step: true })}
      className="font-mono whitespace-nowrap text-accent underline underline-offset-4"
    >
      {id}
    </button>
  )
}
