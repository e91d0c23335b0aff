import { EXTENSION_HEADER_BYTES, FIRST_EXTENSION_OFFSET } from './token-account.ts'

/** Names of Token-2022's extension types, by their number in an account's data (spl-token-2022, ExtensionType). */
const EXTENSION_NAMES: Record<number, string> = {
  1: 'TransferFeeConfig',
  3: 'MintCloseAuthority',
  4: 'ConfidentialTransferMint',
  6: 'DefaultAccountState',
  9: 'NonTransferable',
  10: 'InterestBearingConfig',
  12: 'PermanentDelegate',
  14: 'TransferHook',
  16: 'ConfidentialTransferFeeConfig',
  18: 'MetadataPointer',
  19: 'TokenMetadata',
  20: 'GroupPointer',
  21: 'TokenGroup',
  22: 'GroupMemberPointer',
  23: 'TokenGroupMember',
  24: 'ConfidentialMintBurn',
  25: 'ScaledUiAmount',
  26: 'Pausable',
  28: 'PermissionedBurn',
}

/**
 * Reads the names of the extensions on a Token-2022 mint, in their order. An unknown one is named by its number, and a
 * truncated one by a name that is on no allow-list.
 */
export function readMintExtensions(data: Uint8Array): string[] {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const names: string[] = []
  let offset = FIRST_EXTENSION_OFFSET
  // As the program reads them: a little-endian u16 type, a u16 length, and that many bytes; type 0 begins the padding.
  while (offset + 2 <= data.length) {
    const type = view.getUint16(offset, true)
    if (type === 0) break
    const name = EXTENSION_NAMES[type] ?? `number ${type}`
    const end = endOfExtension(view, offset)
    if (end === null) return [...names, `${name} (cut short)`]
    names.push(name)
    offset = end
  }
  return names
}

/** Returns the bytes of the extension of this type on a mint or a token account of Token-2022; null where it has none, or a truncated one. */
export function readExtension(data: Uint8Array, wanted: number): Uint8Array | null {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  let position = FIRST_EXTENSION_OFFSET
  while (position + 2 <= data.length) {
    const type = view.getUint16(position, true)
    const end = endOfExtension(view, position)
    if (type === 0 || end === null) return null
    if (type === wanted) return data.subarray(position + EXTENSION_HEADER_BYTES, end)
    position = end
  }
  return null
}

/** Returns the offset after an extension, or null where the data end before it. */
function endOfExtension(view: DataView, offset: number): number | null {
  const start = offset + EXTENSION_HEADER_BYTES
  if (start > view.byteLength) return null
  const end = start + view.getUint16(offset + 2, true)
  return end > view.byteLength ? null : end
}
