import { AmountChanged } from '#web/claim/AmountChanged.tsx'
import { useTexts } from '#web/claim/language/Language.tsx'
import type { SeenAllocation } from '#web/claim/queries.ts'
import { ScreenTitle } from '#web/claim/ScreenTitle.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EvmAddress } from './EvmAddress.tsx'

interface NoAllocationProps {
  address: string
  allocation: SeenAllocation
  onOtherWallet(): void
  onSafe: (() => void) | null
}

export function NoAllocation({ address, allocation, onOtherWallet, onSafe }: NoAllocationProps) {
  const { allocation: words, otherWays } = useTexts()
  const isPublished = allocation.fileHash !== null
  return (
    <Card className="space-y-6">
      <ScreenTitle>{isPublished ? words.notFound : words.notPublished}</ScreenTitle>
      <AmountChanged allocation={allocation} />
      <EvmAddress address={address} />
      {isPublished ? (
        <div className="space-y-2">
          <p>{words.notFoundHelp}</p>
          <ul className="list-disc space-y-1 ps-6">
            <li>{words.didNotHold}</li>
            <li>{words.wrongWallet}</li>
          </ul>
        </div>
      ) : (
        <p>{words.notPublishedHelp}</p>
      )}
      <div className="flex flex-col gap-2">
        <Button onClick={onOtherWallet}>{words.otherWallet}</Button>
        {onSafe && (
          <Button variant="quiet" onClick={onSafe}>
            {otherWays.forSafe}
          </Button>
        )}
      </div>
    </Card>
  )
}
