import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'

/** A link that leaves the portal, in a tab of its own. */
export function ExternalLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className="inline-flex items-center gap-1 font-semibold whitespace-nowrap text-accent underline underline-offset-4"
    >
      {children}
      <Icon name="external" className="size-3" />
    </a>
  )
}
