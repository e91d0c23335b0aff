import { useAllTexts } from '#web/claim/language/Language.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { type ClaimStage, STAGE_LOOKS } from './claim-stage.ts'

/** Read out when it changes. */
export function StageBadge({ stage }: { stage: ClaimStage }) {
  const { badges } = useAllTexts().claim
  return (
    <span role="status" className="flex">
      <Badge {...STAGE_LOOKS[stage]}>{badges[stage]}</Badge>
    </span>
  )
}
