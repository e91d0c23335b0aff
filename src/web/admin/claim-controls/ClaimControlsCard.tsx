import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ClaimControlsResponse } from '#api-schema/claim-controls.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { adminQuery } from '#web/admin/admin-send.ts'
import { NoAnswer } from '#web/admin/FailedQuery.tsx'
import { formatLocal } from '#web/lib/format-time.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { BannerDialog, PauseDialog, WindowDialog } from './ControlsDialogs.tsx'

const DIALOGS = { pause: PauseDialog, window: WindowDialog, banner: BannerDialog }

/** Whether claims are accepted, and the buttons that change it at once. */
export function ClaimControlsCard() {
  const controls = useQuery({ ...adminQuery(endpoints.admin.claimControls), refetchOnMount: 'always' })
  return (
    <Card className="space-y-4">
      <h2 className="text-17 font-semibold">Taking Claims</h2>
      {controls.data ? (
        <Controls controls={controls.data} />
      ) : (
        <NoAnswer
          query={controls}
          text="The claim window could not be read."
          until={<Skeleton className="h-20" />}
        />
      )}
    </Card>
  )
}

function Controls({ controls }: { controls: ClaimControlsResponse }) {
  const [asked, setAsked] = useState<keyof typeof DIALOGS | null>(null)
  const { paused, pauseMessage, banner, claimsOpen } = controls
  const Asked = asked && DIALOGS[asked]
  return (
    <>
      <p>
        <span className="font-semibold">{stateOf(controls)}</span> {windowOf(controls)}
      </p>
      {paused && pauseMessage !== null && <Said name="Claimants are told" text={pauseMessage} />}
      {banner && <Said name="Banner" text={banner.text} />}
      <div className="flex flex-wrap gap-3">
        {!claimsOpen && <Button onClick={() => setAsked('window')}>Change Window</Button>}
        <Button
          variant={paused ? 'primary' : claimsOpen ? 'danger' : 'secondary'}
          onClick={() => setAsked('pause')}
        >
          {paused ? 'Accept Claims Again' : 'Pause Claims'}
        </Button>
        {claimsOpen && <Button onClick={() => setAsked('window')}>Change Window</Button>}
        <Button onClick={() => setAsked('banner')}>Change Banner</Button>
      </div>
      <p className="text-13 text-muted">
        At once, on all servers. Claims already made stay, and payouts go on.
      </p>
      {Asked && <Asked controls={controls} onClose={() => setAsked(null)} />}
    </>
  )
}

function Said({ name, text }: { name: string; text: string }) {
  return (
    <p className="text-muted">
      {name}: <span className="[overflow-wrap:anywhere]">{text}</span>
    </p>
  )
}

function stateOf({ paused, claimsOpen }: ClaimControlsResponse): string {
  if (paused) return 'Claims are paused.'
  return claimsOpen ? 'Claims are open.' : 'Claims are not open.'
}

function windowOf({ claimsOpenAt, claimsCloseAt }: ClaimControlsResponse): string {
  const from = claimsOpenAt === null ? '' : ` from ${formatLocal(claimsOpenAt)}`
  const until = claimsCloseAt === null ? '' : ` until ${formatLocal(claimsCloseAt)}`
  return from + until === '' ? 'The window has no end.' : `The window is${from}${until}.`
}
