import { useEffect, useState } from 'react'
import { serverNow } from '#web/lib/server-clock.ts'

const LOOK_EVERY_MS = 1_000

/** Tells whether a time of the server has passed, and when that is by the clock of the device (epoch seconds). */
export function useExpiry(serverMs: number): { isOver: boolean; atDeviceTime: number } {
  const [isOver, setOver] = useState(() => serverNow() >= serverMs)

  useEffect(() => {
    const look = () => setOver(serverNow() >= serverMs)
    look()
    const timer = setInterval(look, LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [serverMs])

  return { isOver, atDeviceTime: Math.floor((Date.now() + serverMs - serverNow()) / 1000) }
}
