import { type ReactNode, useId, useRef } from 'react'

interface PopoverProps {
  /** The button that opens it. */
  button: ReactNode
  buttonClass: string
  children: ReactNode
}

/** What is shown below a button once it is pressed, in the top layer, so that nothing clips it. */
export function Popover({ button, buttonClass, children }: PopoverProps) {
  const id = useId()
  const anchor = useRef<HTMLButtonElement>(null)
  const shown = useRef<HTMLDivElement>(null)

  function place() {
    const rect = anchor.current?.getBoundingClientRect()
    if (!shown.current || !rect) return
    shown.current.style.top = `${rect.bottom + 4}px`
    shown.current.style.left = `${Math.max(8, rect.right - shown.current.offsetWidth)}px`
  }

  return (
    <>
      <button type="button" ref={anchor} popoverTarget={id} className={buttonClass}>
        {button}
      </button>
      <div
        ref={shown}
        id={id}
        popover="auto"
        onToggle={place}
        className="m-0 max-w-[calc(100vw-16px)] rounded-control border border-line bg-card p-4 text-13 whitespace-normal text-ink shadow-lg"
      >
        {children}
      </div>
    </>
  )
}
