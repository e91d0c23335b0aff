const SEED_BYTES = 32

/** A fresh Ed25519 key as a Solana key file writes it: a JSON array of 64 numbers, the seed and then the public key. */
export async function makeThrowawayKey(): Promise<string> {
  const pair = await crypto.subtle.generateKey({ name: 'Ed25519' }, true, ['sign', 'verify'])
  if (!('privateKey' in pair)) throw new TypeError('Ed25519 made no key pair')
  // A PKCS #8 document of an Ed25519 key ends with its seed (RFC 8410).
  const pkcs8 = new Uint8Array(await crypto.subtle.exportKey('pkcs8', pair.privateKey))
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
  return JSON.stringify([...pkcs8.slice(-SEED_BYTES), ...publicKey])
}
