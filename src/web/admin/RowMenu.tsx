import { type ReactNode, useId, useRef } from 'react'
import { Icon } from '#web/ui/Icon.tsx'

/** Rare and dangerous actions of a row, behind a button. They open in the top layer, so that no table clips them. */
export function RowMenu({ label, children }: { label: string; children: ReactNode }) {
  const id = useId()
  const anchor = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)

  function place() {
    const { current: shown } = menu
    const rect = anchor.current?.getBoundingClientRect()
    if (!shown || !rect) return
    const below = rect.bottom + 4
    const fits = below + shown.offsetHeight < window.innerHeight
    shown.style.top = `${fits ? below : rect.top - shown.offsetHeight - 4}px`
    shown.style.left = `${Math.max(8, rect.right - shown.offsetWidth)}px`
  }

  return (
    <>
      <button
        type="button"
        ref={anchor}
        popoverTarget={id}
        aria-label={label}
        className="grid size-8 shrink-0 place-items-center rounded-control text-muted hover:bg-well hover:text-ink"
      >
        <Icon name="more" />
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a click on what is in it closes it; Escape does, by the browser */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons in it are what is pressed */}
      <div
        ref={menu}
        id={id}
        popover="auto"
        onToggle={place}
        onClick={() => menu.current?.hidePopover()}
        className="m-0 min-w-40 rounded-control border border-line bg-card p-1 text-13 text-ink shadow-lg"
      >
        {children}
      </div>
    </>
  )
}

interface MenuActionProps {
  danger?: boolean
  onSelect(): void
  children: ReactNode
}

/** One action of a row's menu. */
export function MenuAction({ danger = false, onSelect, children }: MenuActionProps) {
  return (
    <button
      type="button"
      onClick={onSelect}
      className={`block w-full rounded-small px-3 py-1 text-left font-medium ${danger ? 'text-error hover:bg-error-soft' : 'hover:bg-well'}`}
    >
      {children}
    </button>
  )
}
