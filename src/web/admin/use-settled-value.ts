import { useEffect, useState } from 'react'

/** A value as it was when it last rested this long: what is typed is not asked for letter by letter. */
export function useSettledValue<T>(value: T, restMs: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), restMs)
    return () => clearTimeout(timer)
  }, [value, restMs])
  return settled
}
