import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/Icon.tsx'

const SHAPES = {
  question: 'm-auto max-w-[560px] rounded-card border w-[calc(100%-32px)]',
  wide: 'm-auto max-w-[760px] rounded-card border w-[calc(100%-32px)]',
  sheet: 'my-0 mr-0 ml-auto h-dvh max-h-none w-full max-w-[680px] border-l',
}

interface DialogProps {
  title: string
  /** A sheet shows details; a button or a click beside it closes it. */
  shape?: keyof typeof SHAPES
  /** Called when Escape is pressed; the parent removes the dialog. */
  onClose(): void
  children: ReactNode
}

/** A modal dialog. It is open as long as it is rendered. */
export function Dialog({ title, shape = 'question', onClose, children }: DialogProps) {
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)

  useLayoutEffect(() => {
    const { current } = dialog
    current?.showModal()
    // What is to be read begins at its title, not at the first address in it, which would be shown in full.
    if (shape === 'wide') heading.current?.focus()
    // Closing it before it is unmounted gives the focus back to where it was.
    return () => current?.close()
  }, [shape])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way is Escape
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        event.stopPropagation()
        onClose()
      }}
      onClick={(event) => shape === 'sheet' && event.target === dialog.current && onClose()}
      className={classNames(
        'border-control/60 bg-card p-0 text-left text-15 whitespace-normal text-ink shadow-2xl backdrop:bg-black/50',
        SHAPES[shape],
      )}
    >
      <div className="space-y-4 p-4 sm:p-6">
        <div className="flex items-start justify-between gap-4">
          <h2
            id={titleId}
            ref={heading}
            tabIndex={-1}
            className="min-w-0 text-17 font-semibold outline-none [overflow-wrap:anywhere]"
          >
            {title}
          </h2>
          {shape === 'sheet' && (
            <button
              type="button"
              aria-label="Close"
              onClick={onClose}
              className="-m-1 grid size-8 shrink-0 place-items-center rounded-control text-muted hover:bg-well hover:text-ink"
            >
              <Icon name="close" />
            </button>
          )}
        </div>
        {children}
      </div>
    </dialog>
  )
}
