import type { ListPreviewView } from '#api-schema/list-preview.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'

interface ProposedChoicesProps {
  proposed: NonNullable<ListPreviewView['proposed']>
  onTake(proposed: NonNullable<ListPreviewView['proposed']>): void
}

/** Offers what was chosen for an earlier file with the same columns. */
export function ProposedChoices({ proposed, onTake }: ProposedChoicesProps) {
  const { columns, unit, decimalMark } = proposed
  const words = [
    ...(columns ? [`addresses in “${columns.address}”, amounts in “${columns.amount}”`] : []),
    ...(unit ? [unit === 'amountUA' ? 'in whole tokens' : 'in wei'] : []),
    ...(decimalMark ? [`decimal ${decimalMark === '.' ? 'point' : 'comma'}`] : []),
  ]
  return (
    <Notice title="A file with these columns was published before">
      <p>It was read so: {words.join(', ')}.</p>
      <Button size="small" className="mt-1" onClick={() => onTake(proposed)}>
        Read this one so too
      </Button>
    </Notice>
  )
}
