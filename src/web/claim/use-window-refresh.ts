import { useEffect } from 'react'
import type { PortalResponse } from '#api-schema/portal.ts'

/** The longest a browser's timer can be set to. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** A margin, so that the server's clock has passed the time, too. */
const AFTER_MS = 500

/** Refreshes when claims open or close, by the server's clock: a waiting page needs no reload. */
export function useWindowRefresh(portal: PortalResponse | undefined, refresh: () => void): void {
  useEffect(() => {
    if (!portal) return
    const { claimsOpenAt, claimsCloseAt, serverTime } = portal
    const ahead = [claimsOpenAt, claimsCloseAt].filter((time) => time !== null && time > serverTime)
    if (ahead.length === 0) return
    const delayMs = (Math.min(...ahead.map(Number)) - serverTime) * 1000 + AFTER_MS
    const timer = setTimeout(refresh, Math.min(delayMs, LONGEST_TIMER_MS))
    return () => clearTimeout(timer)
  }, [portal, refresh])
}
