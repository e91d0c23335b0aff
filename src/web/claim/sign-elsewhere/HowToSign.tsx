import type { ReactNode } from 'react'
import { useAllTexts } from '#web/claim/language/Language.tsx'
import { Fold } from '#web/ui/Fold.tsx'

/** Where a text can be signed. */
export function HowToSign({ sol }: { sol: string }) {
  const words = useAllTexts().elsewhere.how
  return (
    <Fold summary={words.heading}>
      <ul className="list-disc space-y-3 ps-4 text-15">
        <li>{words.wallet}</li>
        <li>{words.explorer}</li>
        <li>
          {words.foundry}
          <Command>cast wallet sign --interactive "$(cat text.txt)"</Command>
        </li>
        <li>
          {words.command}
          <Command>
            npm run claim -- --portal {location.origin} --sol {sol} --keystore key.json
          </Command>
        </li>
      </ul>
      <p className="mt-3 text-13 text-muted">{words.exactly}</p>
    </Fold>
  )
}

function Command({ children }: { children: ReactNode }) {
  return (
    <code className="mt-1 block rounded-control bg-well p-2 font-mono text-13 break-words">{children}</code>
  )
}
