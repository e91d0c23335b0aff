import type { ListPreviewView } from '#api-schema/list-preview.ts'
import { ShortAddress } from '#web/admin/ShortAddress.tsx'
import { Amount } from '#web/ui/Amount.tsx'
import { Fold } from '#web/ui/Fold.tsx'

/** The holders that a list gives most. */
export function LargestHolders({ preview, unit }: { preview: ListPreviewView; unit: string }) {
  const { largest } = preview
  return (
    <Fold summary={largest.length === 1 ? 'The only holder' : `The ${largest.length} largest holders`}>
      <ol className="divide-y divide-line text-13">
        {largest.map(({ address, amountUA }) => (
          <li key={address} className="flex flex-wrap items-baseline justify-between gap-x-4 py-1.5">
            <ShortAddress address={address} />
            <span className="ms-auto">
              <Amount value={amountUA} unit={unit} />
            </span>
          </li>
        ))}
      </ol>
    </Fold>
  )
}
