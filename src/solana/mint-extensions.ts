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

/** A mint is padded to the size of a token account, then comes its type byte, then the extensions one after another. */
const FIRST_EXTENSION_OFFSET = 166

/** The names of the extensions on a Token-2022 mint, in their order. One that is not known is named by its number. */
export function readMintExtensions(data: Uint8Array): string[] {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const names: string[] = []
  let offset = FIRST_EXTENSION_OFFSET
  // Each is a little-endian u16 type, a u16 length, and that many bytes; type 0 begins the padding.
  while (offset + 4 <= data.length) {
    const type = view.getUint16(offset, true)
    if (type === 0) break
    names.push(EXTENSION_NAMES[type] ?? `number ${type}`)
    offset += 4 + view.getUint16(offset + 2, true)
  }
  return names
}
