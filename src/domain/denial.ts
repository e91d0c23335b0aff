/** The words by which a payment on hold is known to be held for the deny list. */
export const DENIAL = 'is on the deny list'

/** Tells whether a payment is on hold for that reason: a run pays it once the address is off the list. */
export function isDenial(reason: string | null): boolean {
  return reason?.includes(DENIAL) ?? false
}
