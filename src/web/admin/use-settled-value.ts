import { useEffect, useState } from 'react'

/** Debounces a value: returns it once it has not changed for `restMs`, so that typing does not ask letter by letter. */
export function useSettledValue<T>(value: T, restMs: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), restMs)
    return () => clearTimeout(timer)
  }, [value, restMs])
  return settled
}
