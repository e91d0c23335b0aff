import { z } from 'zod'
import type { PortalLinks } from '#domain/portal-settings.ts'

/** Where a portal runs that is being tried out. */
export const LOCAL_HOSTS = ['localhost', '127.0.0.1']

/** The official origin of the portal, as browsers write it. */
export const publicUrl = z.string().transform((text, context) => {
  const problem = problemOf(URL.parse(text))
  if (problem === null) return new URL(text).origin
  context.addIssue(problem)
  return z.NEVER
})

function problemOf(url: URL | null): string | null {
  if (url === null) return 'must be a URL such as https://claim.example.org'
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && LOCAL_HOSTS.includes(url.hostname))
  if (!isSafe) return 'must begin with https:// (http:// is taken for localhost and 127.0.0.1 alone)'
  return url.href === `${url.origin}/`
    ? null
    : 'must be an origin alone, such as https://claim.example.org: no path, query, fragment or user'
}

const link = z
  .url({ protocol: /^https$/, error: 'must be a URL that begins with https://' })
  .nullable()
  .default(null)

/** Pages of the project beside the portal. */
export const links = z
  .strictObject({ site: link, terms: link, support: link, announcement: link } satisfies Record<
    keyof PortalLinks,
    z.ZodType
  >)
  .prefault({})
