import type { PortalResponse } from '#api-schema/portal.ts'
import { formatLocalMoment, formatUtcMinute } from '#web/lib/time.ts'
import { Notice } from '#web/ui/basics.tsx'
import { fill, type Template } from '#web/ui/fill.ts'
import { useLanguage } from './language/Language.tsx'
import { useIsLive } from './page-data.ts'

/** Shows from when and until when claims can be submitted, or that they are paused. Nothing where the window has no end. */
export function ClaimWindowNotice({ portal, quiet = false }: { portal: PortalResponse; quiet?: boolean }) {
  const { claimsOpen, paused, claimsOpenAt, claimsCloseAt, serverTime } = portal
  const { locale, texts } = useLanguage()
  const words = texts.window

  if (claimsOpen) {
    return claimsCloseAt === null ? null : (
      <p suppressHydrationWarning className="text-13 text-muted">
        {fill(words.closesAt, { time: formatUtcMinute(claimsCloseAt, locale) })}
      </p>
    )
  }
  if (claimsOpenAt !== null && serverTime < claimsOpenAt) {
    return (
      <Notice tone="warn" title={words.notOpen} quiet={quiet}>
        <Moment seconds={claimsOpenAt} sentence={words.opensAt} />
        <p>{words.checkMeanwhile}</p>
      </Notice>
    )
  }
  const isPast = claimsCloseAt !== null && serverTime >= claimsCloseAt
  if (paused && !isPast) {
    return <Notice tone="warn" title={words.paused} quiet={quiet} text={words.pausedHelp} />
  }
  return (
    <Notice tone="warn" title={words.closed} quiet={quiet}>
      {claimsCloseAt !== null && <Moment seconds={claimsCloseAt} sentence={words.closedAt} />}
    </Notice>
  )
}

/** A time in UTC, and in the reader's time zone where that differs. */
function Moment({ seconds, sentence }: { seconds: number; sentence: Template<'time'> }) {
  const { locale, texts } = useLanguage()
  const utc = formatUtcMinute(seconds, locale)
  const local = formatLocalMoment(seconds, locale)
  const isElsewhere = useIsLive() && !utc.startsWith(local)
  return (
    <p suppressHydrationWarning>
      {fill(sentence, { time: utc })}
      {isElsewhere && ` ${fill(texts.window.whereYouAre, { time: local })}`}
    </p>
  )
}
