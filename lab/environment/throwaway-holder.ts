import { randomBytes } from 'node:crypto'
import type { Address } from '@solana/kit'
import { keccak } from 'hash-wasm'
import secp256k1 from 'secp256k1'
import { messageUnder, type SiweTerms } from '#domain/claim-message.ts'
import type { EvmAddress } from '#domain/evm-address.ts'
import { freshSolanaAddress } from './fresh-solana-address.ts'

/** Someone made up for the rehearsal: a real key on the EVM side, a fresh address on Solana. */
export interface ThrowawayHolder {
  address: EvmAddress
  privateKey: Uint8Array
  /** The recipient of the tokens: an address on the curve whose key nobody has. */
  solanaAddress: Address
}

export async function makeThrowawayHolder(): Promise<ThrowawayHolder> {
  const privateKey = newPrivateKey()
  const publicKey = secp256k1.publicKeyCreate(privateKey, false)
  const hash = await keccak(publicKey.subarray(1), 256)
  return { address: `0x${hash.slice(-40)}` as EvmAddress, privateKey, solanaAddress: freshSolanaAddress() }
}

/**
 * Signs a claim as a wallet's `personal_sign` does (EIP-191), and returns what POST /api/submitClaim takes. `siweTerms`
 * are those of the portal; null where it takes the five lines.
 */
export async function signClaim(
  holder: ThrowawayHolder,
  amountUA: string,
  chainId: string,
  siweTerms: SiweTerms | null,
) {
  const payload = { eth: holder.address, sol: holder.solanaAddress, nonce: Date.now() }
  const parts = { ...payload, amountUA, nonce: String(payload.nonce), chainId: Number(chainId) }
  const message = Buffer.from(messageUnder(siweTerms, parts))
  const prefix = Buffer.from(`\x19Ethereum Signed Message:\n${message.length}`)
  const digest = Buffer.from(await keccak(Buffer.concat([prefix, message]), 256), 'hex')
  const { signature, recid } = secp256k1.ecdsaSign(digest, holder.privateKey)
  return { ...payload, chainId, signature: `0x${Buffer.from([...signature, 27 + recid]).toString('hex')}` }
}

function newPrivateKey(): Uint8Array {
  for (;;) {
    const key = new Uint8Array(randomBytes(32))
    if (secp256k1.privateKeyVerify(key)) return key
  }
}
