import { createHash, KeyObject, sign, verify, type webcrypto } from 'node:crypto'

type Bytes = ArrayBuffer | NodeJS.ArrayBufferView

/**
 * Makes WebCrypto answer at once instead of from a thread: with threads, the simulation could not tell when everything
 * waits. The results are the same. `keyPair` is the only one that can be imported from then on.
 */
export function makeCryptoSynchronous(keyPair: webcrypto.CryptoKeyPair): void {
  Object.assign(globalThis.crypto.subtle, {
    digest: async (_algorithm: unknown, data: Bytes) =>
      bufferOf(createHash('sha256').update(viewOf(data)).digest()),
    sign: async (_algorithm: unknown, key: webcrypto.CryptoKey, data: Bytes) =>
      bufferOf(sign(null, viewOf(data), KeyObject.from(key))),
    verify: async (_algorithm: unknown, key: webcrypto.CryptoKey, signature: Bytes, data: Bytes) =>
      verify(null, viewOf(data), KeyObject.from(key), viewOf(signature)),
    importKey: async (format: string) => (format === 'raw' ? keyPair.publicKey : keyPair.privateKey),
  })
}

function viewOf(data: Bytes): Uint8Array {
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data)
}

function bufferOf(bytes: Buffer): ArrayBuffer {
  return new Uint8Array(bytes).buffer
}
