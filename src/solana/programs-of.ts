import { type Address, getCompiledTransactionMessageDecoder, getTransactionDecoder } from '@solana/kit'

/** Lists the program of each of a transaction's top-level instructions, in their order. */
export function programsOf(wireBytes: Uint8Array): Address[] {
  const { messageBytes } = getTransactionDecoder().decode(wireBytes)
  const message = getCompiledTransactionMessageDecoder().decode(messageBytes)
  const positions =
    message.version === 1
      ? message.instructionHeaders.map(({ programAccountIndex }) => programAccountIndex)
      : message.instructions.map(({ programAddressIndex }) => programAddressIndex)
  // A program never comes from a lookup table: the runtime rejects that.
  return positions.map((position) => message.staticAccounts[position] as Address)
}
