import type { PortalResponse } from '#api-schema/portal.ts'
import { classNames } from '#web/ui/class-names.ts'
import { useTexts } from './language/Language.tsx'
import { useUnseenUntilLive } from './page-data.ts'

const LINKS = ['site', 'terms', 'support', 'announcement'] as const

/** The project's pages, on every screen. */
export function TrustBlock({ links }: { links: PortalResponse['links'] }) {
  const words = useTexts().trust
  const unseen = useUnseenUntilLive()
  return (
    <ul
      className={classNames(
        'mt-6 flex flex-wrap justify-center gap-x-4 gap-y-1 text-13 text-muted empty:hidden',
        unseen,
      )}
    >
      {LINKS.map((name) => {
        const href = links[name]
        return (
          href && (
            <li key={name}>
              <a
                href={href}
                target="_blank"
                rel="noreferrer"
                className="inline-block py-1 underline underline-offset-4 hover:text-ink"
              >
                {words.links[name]}
              </a>
            </li>
          )
        )
      })}
    </ul>
  )
}
