import { createKeccak } from 'hash-wasm'

/** Keccak-256, as the EVM has it. */
export type Keccak = (bytes: Uint8Array) => Uint8Array

export const HASH_BYTES = 32

/** Loads Keccak-256 as WebAssembly: a tree is three hashes a row, and plain JavaScript takes four times as long. */
export async function loadKeccak(): Promise<Keccak> {
  const keccak = await createKeccak(256)
  return (bytes) => keccak.init().update(bytes).digest('binary')
}
