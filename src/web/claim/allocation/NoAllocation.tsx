import { useTexts } from '#web/claim/language/Language.tsx'
import { ScreenTitle } from '#web/claim/ScreenTitle.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EvmAddress } from './EvmAddress.tsx'

interface NoAllocationProps {
  address: string
  onOtherWallet(): void
  onSafe: (() => void) | null
}

export function NoAllocation({ address, onOtherWallet, onSafe }: NoAllocationProps) {
  const { allocation: words, otherWays } = useTexts()
  return (
    <Card className="space-y-6">
      <ScreenTitle>{words.notFound}</ScreenTitle>
      <EvmAddress address={address} />
      <div className="space-y-2">
        <p>{words.notFoundHelp}</p>
        <ul className="list-disc space-y-1 ps-6">
          <li>{words.didNotHold}</li>
          <li>{words.wrongWallet}</li>
        </ul>
      </div>
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
