import { useId } from 'react'
import { Icon } from '#web/ui/Icon.tsx'

interface OtherWayProps {
  name: string
  help?: string
  onChoose(): void
}

/** A way to claim without connecting, as a row of a list: all of it can be pressed. */
export function OtherWay({ name, help, onChoose }: OtherWayProps) {
  const helpId = useId()
  return (
    <li className="relative flex min-h-12 items-center gap-3 px-3 py-2 transition-colors first:rounded-t-control last:rounded-b-control hover:bg-well">
      <div className="min-w-0 flex-1">
        <button
          type="button"
          aria-describedby={help && helpId}
          onClick={onChoose}
          className="text-start font-semibold after:absolute after:inset-0"
        >
          {name}
        </button>
        {help && (
          <p id={helpId} className="text-13 text-muted">
            {help}
          </p>
        )}
      </div>
      <Icon name="unfold" className="-rotate-90 text-muted rtl:rotate-90" />
    </li>
  )
}
