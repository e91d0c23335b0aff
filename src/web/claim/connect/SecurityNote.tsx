import type { ReactNode } from 'react'
import { shortenAddress } from '#domain/shorten-address.ts'
import { useTexts } from '#web/claim/language/Language.tsx'
import { Address } from '#web/ui/Address.tsx'
import { Icon } from '#web/ui/Icon.tsx'

/** Explains what protects a claimant. */
export function SecurityNote({ fileHash }: { fileHash: string | null }) {
  const words = useTexts().security
  return (
    <div className="space-y-1 text-13">
      <h2 className="font-semibold">{words.heading}</h2>
      <ul className="text-muted">
        <Point>{words.oneClaim}</Point>
        <Point>{words.exactAmounts}</Point>
        <Point>{words.signature}</Point>
        {fileHash && (
          <Point>
            {words.file}{' '}
            <Address
              full={fileHash}
              short={shortenAddress(fileHash)}
              what={words.fileHash}
              className="text-13 text-ink"
            />
          </Point>
        )}
      </ul>
    </div>
  )
}

function Point({ children }: { children: ReactNode }) {
  return (
    <li className="flex gap-2">
      <Icon name="check" className="mt-[3px] size-[14px] text-done" />
      <span>{children}</span>
    </li>
  )
}
