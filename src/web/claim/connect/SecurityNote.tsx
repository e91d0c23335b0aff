import type { ReactNode } from 'react'
import { shortenAddress } from '#domain/shorten-address.ts'
import { useTexts } from '#web/claim/language/Language.tsx'
import { Address } from '#web/ui/Address.tsx'
import { Fold } from '#web/ui/Fold.tsx'
import { Icon } from '#web/ui/Icon.tsx'

/** Explains what protects a claimant. */
export function SecurityNote({ fileHash }: { fileHash: string | null }) {
  const { security: words, trust } = useTexts()
  return (
    <Fold summary={words.heading} quiet>
      <ul className="text-13 text-muted">
        <Point>{words.oneClaim}</Point>
        <Point>{words.exactAmounts}</Point>
        <Point>{words.signature}</Point>
        <Point>{trust.recoveryPhrase}</Point>
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
    </Fold>
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
