import { type AmountUA, fitBaseUnits, formatDecimalUnits, MAX_BASE_UNITS } from './amounts.ts'

/** The most that is signed of each token, by mint: the environment says it, and the panel can not raise it. */
export interface PaymentCaps {
  perDay: ReadonlyMap<string, AmountUA>
  perRun: ReadonlyMap<string, AmountUA>
}

export const NO_CAPS: PaymentCaps = { perDay: new Map(), perRun: new Map() }

/** What was signed of a mint and has not failed, in base units: on this day (UTC) by all runs, and by one run. */
export interface SignedSums {
  today: bigint
  byRun: bigint
}

/** A cap that the next payment would exceed. A run that waits for the next day goes on by itself. */
export interface CapReached {
  of: 'run' | 'day'
  words: string
}

/** Tells which cap a payment would exceed, after what was signed; null for none. */
export function capReached(
  { perDay, perRun }: PaymentCaps,
  { mintAddress, mintDecimals }: { mintAddress: string; mintDecimals: number },
  { today, byRun }: SignedSums,
  nextBaseUnits: bigint,
): CapReached | null {
  const isAbove = (cap: AmountUA | undefined, signed: bigint): cap is AmountUA =>
    cap !== undefined &&
    signed + nextBaseUnits > (fitBaseUnits(cap, mintDecimals)?.baseUnits ?? MAX_BASE_UNITS)
  const say = (name: string, cap: AmountUA, signed: bigint, then: string) =>
    `${name} is ${cap} tokens: ${formatDecimalUnits(signed, mintDecimals)} are signed, and the next payment is ${formatDecimalUnits(nextBaseUnits, mintDecimals)}. ${then}`
  const [ofRun, ofDay] = [perRun.get(mintAddress), perDay.get(mintAddress)]
  if (isAbove(ofRun, byRun))
    return { of: 'run', words: say('MAX_PAID_PER_RUN', ofRun, byRun, 'What is left stays queued.') }
  if (!isAbove(ofDay, today)) return null
  const then = isAbove(ofDay, 0n)
    ? 'That is above it on any day: raise it, and start the server again.'
    : 'The run goes on at 00:00 UTC.'
  return { of: 'day', words: say('MAX_PAID_PER_DAY', ofDay, today, then) }
}
