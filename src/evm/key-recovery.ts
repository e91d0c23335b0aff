import { createRequire } from 'node:module'

/** The libraries that can recover a key, the fastest first. */
export type KeyRecoveryEngine = 'secp256k1-native' | 'libauth-wasm'

/** Recovers public keys from ECDSA signatures over secp256k1. */
export interface KeyRecovery {
  engine: KeyRecoveryEngine
  /** The uncompressed public key (65 bytes), or null when no key gives this signature. `compact` is r and s, 64 bytes. */
  recover(compact: Uint8Array, recoveryId: 0 | 1, digest: Uint8Array): Uint8Array | null
}

/** The native binding, and where none fits this machine WebAssembly, at a third of the speed. */
export function loadKeyRecovery(): Promise<KeyRecovery> {
  try {
    return Promise.resolve(nativeKeyRecovery())
  } catch {
    return wasmKeyRecovery()
  }
}

/**
 * The C library through its native binding. Throws where no binding fits this machine: the binding is loaded by its own
 * name because the package's front door falls back, silently, to JavaScript that is forty times slower.
 */
export function nativeKeyRecovery(): KeyRecovery {
  const binding = createRequire(import.meta.url)('secp256k1/bindings.js') as typeof import('secp256k1')
  return {
    engine: 'secp256k1-native',
    recover(compact, recoveryId, digest) {
      try {
        return binding.ecdsaRecover(compact, recoveryId, digest, false)
      } catch {
        return null
      }
    },
  }
}

/** The same C library compiled to WebAssembly: runs anywhere. */
export async function wasmKeyRecovery(): Promise<KeyRecovery> {
  const { instantiateSecp256k1 } = await import('@bitauth/libauth')
  const secp256k1 = await instantiateSecp256k1()
  return {
    engine: 'libauth-wasm',
    recover(compact, recoveryId, digest) {
      const key = secp256k1.recoverPublicKeyUncompressed(compact, recoveryId, digest)
      return typeof key === 'string' ? null : key
    },
  }
}
