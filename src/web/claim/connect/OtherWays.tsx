import { lazy, Suspense, useEffect, useState } from 'react'
import { afterFirstView } from '#web/claim/after-first-view.ts'
import { useTexts } from '#web/claim/language/Language.tsx'
import { useIsLive } from '#web/claim/page-data.ts'
import { Button } from '#web/ui/Button.tsx'
import { Fold } from '#web/ui/Fold.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { isPhone } from './wallet-apps.ts'

const QrCode = lazy(async () => ({ default: (await import('#web/ui/QrCode.tsx')).QrCode }))

interface OtherWaysProps {
  /** A wallet was found in this browser. */
  hasWallet: boolean
  onElsewhere(): void
}

/** The ways to claim without a wallet in this browser: on the phone, or by a text that is signed elsewhere. */
export function OtherWays({ hasWallet, onElsewhere }: OtherWaysProps) {
  const words = useTexts().otherWays
  const isLive = useIsLive()
  return (
    <div className="space-y-4">
      {isLive && !isPhone(navigator) && <ContinueOnPhone key={`${hasWallet}`} isOpen={!hasWallet} />}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-52 flex-1 text-13 text-muted">{words.openHelp}</p>
        <Button variant="quiet" className="-ms-4 sm:-me-4 sm:ms-0" onClick={onElsewhere}>
          {words.open}
        </Button>
      </div>
    </div>
  )
}

/** The page's address, to be opened in the browser of a wallet app. */
function ContinueOnPhone({ isOpen }: { isOpen: boolean }) {
  const words = useTexts().otherWays
  const [isSeen, setSeen] = useState(false)

  // Unfolded from the start, its code is fetched once the rest is there.
  useEffect(() => (isOpen ? afterFirstView(() => setSeen(true), false) : undefined), [isOpen])

  return (
    <Fold summary={words.onPhone} isOpen={isOpen} onUnfold={() => isOpen || setSeen(true)}>
      <div className="flex items-center gap-4">
        <Suspense fallback={<QrPlace />}>
          {isSeen ? (
            <QrCode text={location.href} label={words.pageQr} className="size-36 shrink-0" />
          ) : (
            <QrPlace />
          )}
        </Suspense>
        <p className="text-13 text-muted">{words.onPhoneHelp}</p>
      </div>
    </Fold>
  )
}

function QrPlace() {
  return <Skeleton className="size-36 shrink-0" />
}
