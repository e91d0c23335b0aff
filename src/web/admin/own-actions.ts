/** A change that is heard of so soon after an action of this window was its doing. */
const OWN_FOR_MS = 4_000

let underWay = 0
let endedAtMs = Number.NEGATIVE_INFINITY

/** Notes that this window changes something, for as long as it takes. */
export async function asOwnAction<T>(act: () => Promise<T>): Promise<T> {
  underWay += 1
  try {
    return await act()
  } finally {
    underWay -= 1
    endedAtMs = performance.now()
  }
}

/** Tells whether what changed just now may be this window's doing. */
export function isOwnDoing(): boolean {
  return underWay > 0 || performance.now() - endedAtMs < OWN_FOR_MS
}
