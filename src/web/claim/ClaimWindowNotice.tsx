import type { PortalResponse } from '#api-schema/portal.ts'
import { formatLocal, formatUtc } from '#web/lib/format-time.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { useLanguage } from './language/Language.tsx'

/** Says when claims can not be submitted, and until when they can. Nothing where there is no end to it. */
export function ClaimWindowNotice({ portal }: { portal: PortalResponse }) {
  const { claimsOpen, claimsOpenAt, claimsCloseAt, serverTime } = portal
  const { locale, texts } = useLanguage()
  const words = texts.window

  if (claimsOpen) {
    return claimsCloseAt === null ? null : (
      <p className="text-13 text-muted">{words.closesAt(formatUtc(claimsCloseAt, locale))}</p>
    )
  }
  if (claimsOpenAt !== null && serverTime < claimsOpenAt) {
    return (
      <Notice tone="warn" title={words.notOpen}>
        <Moment seconds={claimsOpenAt} told={words.opensAt} />
        <p>{words.checkMeanwhile}</p>
      </Notice>
    )
  }
  return (
    <Notice tone="warn" title={words.closed}>
      {claimsCloseAt !== null && <Moment seconds={claimsCloseAt} told={words.closedAt} />}
    </Notice>
  )
}

/** A moment in UTC, and by the reader's own clock where that shows another time. */
function Moment({ seconds, told }: { seconds: number; told(utc: string): string }) {
  const { locale, texts } = useLanguage()
  const utc = formatUtc(seconds, locale)
  const local = formatLocal(seconds, locale)
  return (
    <p>
      {told(utc)}
      {!utc.startsWith(local) && ` ${texts.window.whereYouAre(local)}`}
    </p>
  )
}
