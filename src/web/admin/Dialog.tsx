import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'

interface DialogProps {
  title: string
  /** Escape was pressed: whoever shows the dialog takes it away. */
  onClose(): void
  children: ReactNode
}

/** A question that has to be answered before anything else. It is open while it is in the page. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)

  useLayoutEffect(() => {
    const { current } = dialog
    current?.showModal()
    // Closing before it leaves the page gives the focus back to where it was.
    return () => current?.close()
  }, [])

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      className="m-auto w-[calc(100%-32px)] max-w-[560px] space-y-4 rounded-card border border-line bg-card p-4 text-left text-15 whitespace-normal text-ink backdrop:bg-black/50 sm:p-6"
    >
      <h2 id={titleId} className="text-17 font-semibold">
        {title}
      </h2>
      {children}
    </dialog>
  )
}

/** The buttons of a dialog, the one that does something last. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap justify-end gap-3">{children}</div>
}
