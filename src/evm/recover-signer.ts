import { createRequire } from 'node:module'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { createKeccak } from 'hash-wasm'
import { type EvmAddress, readEvmAddress } from '#domain/evm-address.ts'
import { readKeySignature, type SignatureProblem } from './read-signature.ts'

/** The libraries that can recover a key, the fastest first. */
export type KeyRecoveryEngine = 'secp256k1-native' | 'noble'

/** Recovers public keys from ECDSA signatures over secp256k1. */
interface KeyRecovery {
  engine: KeyRecoveryEngine
  /** Returns the uncompressed public key (65 bytes), null when no key gives this signature. `compact` is r and s, 64 bytes. */
  recover(compact: Uint8Array, recoveryId: 0 | 1, digest: Uint8Array): Uint8Array | null
}

/** The signer of a message, or why it can not be recovered. */
export type SignerResult = { signer: EvmAddress } | { problem: SignatureProblem }

type RecoverSigner = (message: string, signature: string) => SignerResult

/**
 * Makes the function that recovers the signer of an EIP-191 `personal_sign` message. Keccak runs as WebAssembly: in
 * JavaScript it takes seven times as long, which is a quarter more for the whole.
 */
export async function createRecoverSigner({ recover }: KeyRecovery): Promise<RecoverSigner> {
  const keccak = await createKeccak(256)
  const hash = (bytes: Uint8Array) => keccak.init().update(bytes).digest('binary')

  return (message, signature) => {
    const read = readKeySignature(signature)
    if (typeof read === 'string') return { problem: read }
    const publicKey = recover(read.compact, read.recoveryId, hash(personalMessage(message)))
    if (publicKey === null) return { problem: 'bad_signature' }
    const address = Buffer.from(hash(publicKey.subarray(1)).subarray(12)).toString('hex')
    const signer = readEvmAddress(`0x${address}`)
    if (signer === null) throw new Error('keccak-256 did not give 32 bytes')
    return { signer }
  }
}

/** Builds the bytes that a wallet hashes: EIP-191's prefix, the length in bytes (not characters), the message. */
function personalMessage(message: string): Uint8Array {
  const text = Buffer.from(message, 'utf8')
  return Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${text.length}`), text])
}

/** Loads the native binding, or JavaScript where none fits this machine, which takes twenty-five times as long. */
export function loadKeyRecovery(): KeyRecovery {
  try {
    return nativeKeyRecovery()
  } catch {
    return nobleKeyRecovery
  }
}

/**
 * Loads the C library through its native binding. Throws where no binding fits this machine: the binding is loaded by its
 * own name because the package's main entry falls back, silently, to a library that we do not use.
 */
export function nativeKeyRecovery(): KeyRecovery {
  const binding = createRequire(import.meta.url)('secp256k1/bindings.js') as typeof import('secp256k1')
  return {
    engine: 'secp256k1-native',
    recover: (compact, recoveryId, digest) =>
      nullIfThrown(() => binding.ecdsaRecover(compact, recoveryId, digest, false)),
  }
}

/** Recovers keys in plain JavaScript, on any machine. */
export const nobleKeyRecovery: KeyRecovery = {
  engine: 'noble',
  recover: (compact, recoveryId, digest) =>
    nullIfThrown(() =>
      secp256k1.Signature.fromBytes(compact)
        .addRecoveryBit(recoveryId)
        .recoverPublicKey(digest)
        .toBytes(false),
    ),
}

/** Returns null where the library throws: both do so when no key gives a signature. */
function nullIfThrown(recover: () => Uint8Array): Uint8Array | null {
  try {
    return recover()
  } catch {
    return null
  }
}
