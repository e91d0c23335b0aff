import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { checksumAddress } from '#domain/checksum-address.ts'

/** Recovers the address whose key signed a text (EIP-191); null where no key gives these 65 bytes. */
export function recoverSigner(text: string, signature: string): string | null {
  try {
    const bytes = hexToBytes(signature.slice(2))
    const recoveryBit = (bytes[64] ?? 0) % 27
    const publicKey = secp256k1.Signature.fromBytes(bytes.subarray(0, 64))
      .addRecoveryBit(recoveryBit)
      .recoverPublicKey(personalHash(text))
    return checksumAddress(`0x${bytesToHex(keccak_256(publicKey.toBytes(false).subarray(1)).subarray(12))}`)
  } catch {
    return null
  }
}

/** Hashes a text as wallets do: EIP-191's prefix, the length in bytes, the text. */
function personalHash(text: string): Uint8Array {
  const bytes = utf8ToBytes(text)
  return keccak_256(concatBytes(utf8ToBytes(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes))
}
