import type { ClaimPayload } from './holders.ts'

const GROUP_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

export function withSignature(claim: ClaimPayload, change: (signature: string) => string): ClaimPayload {
  return { ...claim, signature: change(claim.signature) }
}

export function withV(claim: ClaimPayload, change: (v: number) => number): ClaimPayload {
  const v = change(Number.parseInt(claim.signature.slice(130), 16))
  return withSignature(claim, (signature) => signature.slice(0, 130) + v.toString(16).padStart(2, '0'))
}

/** Returns the claim with the other signature that recovers to the same key. */
export function withHighS(claim: ClaimPayload): ClaimPayload {
  const s = BigInt(`0x${claim.signature.slice(66, 130)}`)
  const high = (GROUP_ORDER - s).toString(16).padStart(64, '0')
  const other = withSignature(claim, (signature) => signature.slice(0, 66) + high + signature.slice(130))
  return withV(other, (v) => (v === 27 ? 28 : 27))
}
