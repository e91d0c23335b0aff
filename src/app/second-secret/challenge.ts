import type { RecordSeal, SealedRecord } from '#domain/sealed-record.ts'

/** What a challenge is good for: one action with these facts, asked for by this session. */
export interface Challenged {
  action: string
  facts: readonly unknown[]
  session: string
}

/** A person reads what is confirmed, and looks for the passkey. */
const VALID_MS = 120_000

const TIME_BYTES = 8
/** Of a seal, in hex: an HMAC-SHA-256, by which it is compared. */
const MAC_DIGITS = 64

/**
 * Makes a challenge, which is stored nowhere: the time of its issue and a keyed MAC over it and what it is good for, in base64url. It is
 * what a passkey signs.
 */
export function makeChallenge(seals: RecordSeal, challenged: Challenged, issuedAtMs: number): string {
  const time = Buffer.alloc(TIME_BYTES)
  time.writeBigUInt64BE(BigInt(issuedAtMs))
  const mac = seals.make(sealedChallenge(challenged, issuedAtMs)).slice(0, MAC_DIGITS)
  return Buffer.concat([time, Buffer.from(mac, 'hex')]).toString('base64url')
}

/** Returns when a challenge was issued, or why it does not hold: it is for something else, or too old. */
export function readChallenge(
  seals: RecordSeal,
  challenged: Challenged,
  challenge: string,
  nowMs: number,
): { issuedAtMs: number } | 'other' | 'late' {
  const bytes = Buffer.from(challenge, 'base64url')
  if (bytes.length < TIME_BYTES) return 'other'
  const issuedAtMs = Number(bytes.readBigUInt64BE())
  const mac = bytes.subarray(TIME_BYTES).toString('hex')
  if (!seals.fits(sealedChallenge(challenged, issuedAtMs), mac)) return 'other'
  return nowMs - issuedAtMs > VALID_MS ? 'late' : { issuedAtMs }
}

function sealedChallenge({ action, facts, session }: Challenged, issuedAtMs: number): SealedRecord {
  return {
    kind: 'challenge',
    fields: [
      ['action', action],
      ['facts', JSON.stringify(facts.map(String))],
      ['session', session],
      ['issuedAtMs', String(issuedAtMs)],
    ],
  }
}
