import { createKeccak } from 'hash-wasm'

/** As WebAssembly: lists of a million addresses with checksums are common, and plain JavaScript takes ten seconds for one. */
const keccak = await createKeccak(256)

/** Tells whether the letter case of an address's 40 digits checks (EIP-55). One case has no checksum, and is right. */
export function isCaseRight(digits: string): boolean {
  const lowered = digits.toLowerCase()
  if (digits === lowered || digits === digits.toUpperCase()) return true
  const hash = keccak.init().update(lowered).digest('binary')
  for (let index = 0; index < digits.length; index++) {
    const byte = hash[index >> 1] ?? 0
    const isUpper = (index % 2 === 0 ? byte >> 4 : byte & 15) >= 8
    const digit = lowered.charAt(index)
    if (digits.charAt(index) !== (isUpper ? digit.toUpperCase() : digit)) return false
  }
  return true
}
