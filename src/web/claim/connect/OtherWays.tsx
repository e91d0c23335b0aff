import { lazy, Suspense, useEffect, useState } from 'react'
import { afterFirstView } from '#web/claim/after-first-view.ts'
import { useTexts } from '#web/claim/language/Language.tsx'
import { useIsLive } from '#web/claim/page-data.ts'
import { isPhone } from '#web/lib/is-phone.ts'
import { Fold } from '#web/ui/Fold.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { OtherWay } from './OtherWay.tsx'

const QrCode = lazy(async () => ({ default: (await import('#web/ui/QrCode.tsx')).QrCode }))

interface OtherWaysProps {
  /** A wallet was found in this browser. */
  hasWallet: boolean
  onElsewhere(): void
  /** Null where no claim of a Safe can be begun. */
  onSafe: (() => void) | null
}

/** The ways to claim without a wallet in this browser: on the phone, by a text that is signed elsewhere, or as owners of a Safe. */
export function OtherWays({ hasWallet, onElsewhere, onSafe }: OtherWaysProps) {
  const words = useTexts().otherWays
  const isLive = useIsLive()
  const isOnPhone = isLive && isPhone(navigator)
  const isOpen = isLive && !hasWallet && !isOnPhone
  return (
    <Fold key={`${isOpen}`} summary={words.heading} isOpen={isOpen} quiet>
      <div className="space-y-3">
        {isLive && !isOnPhone && <ContinueOnPhone isOpen={isOpen} />}
        <ul className="divide-y divide-line rounded-control border border-line">
          <OtherWay name={words.open} help={words.openHelp} onChoose={onElsewhere} />
          {onSafe && <OtherWay name={words.forSafe} onChoose={onSafe} />}
        </ul>
      </div>
    </Fold>
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
