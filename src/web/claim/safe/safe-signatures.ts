import { type Hex, hashMessage, recoverTypedDataAddress } from 'viem'

/** What an owner of a Safe signs: the hash of a message, for one wallet on one chain. */
interface SafeText {
  eth: string
  chainId: number
  /** The message as ERC-1271 is asked about it. */
  text: string
}

/** Builds the EIP-712 data by which an owner agrees to a message of the Safe, from its version 1.3.0 on. */
export function safeTypedData({ eth, chainId, text }: SafeText) {
  return {
    domain: { chainId, verifyingContract: eth as Hex },
    types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
    primaryType: 'SafeMessage' as const,
    message: { message: hashMessage(text) },
  }
}

/** Writes the data for `eth_signTypedData_v4`, whose types name the domain's fields too. */
export function typedDataJson(signed: SafeText): string {
  const data = safeTypedData(signed)
  const EIP712Domain = [
    { name: 'chainId', type: 'uint256' },
    { name: 'verifyingContract', type: 'address' },
  ]
  return JSON.stringify({ ...data, types: { EIP712Domain, ...data.types } })
}

/** Finds the owners that signatures are of: those of others, or of another text, are left out. Owners are in lower case. */
export async function signaturesByOwner(
  signed: SafeText,
  signatures: readonly string[],
  owners: readonly string[],
): Promise<Map<string, string>> {
  const data = safeTypedData(signed)
  const found = new Map<string, string>()
  for (const signature of signatures) {
    const signer = await recoverTypedDataAddress({ ...data, signature: signature as Hex }).catch(() => '')
    const owner = signer.toLowerCase()
    if (owners.includes(owner)) found.set(owner, withSafeParity(signature))
  }
  return found
}

/** Joins as many as the Safe wants, in the order of their owners, as the contract requires. */
export function joinSignatures(byOwner: ReadonlyMap<string, string>, threshold: number): string {
  const sorted = [...byOwner].toSorted(([a], [b]) => (a < b ? -1 : 1)).slice(0, threshold)
  return `0x${sorted.map(([, signature]) => signature.slice(2)).join('')}`
}

/** Writes v as 27 or 28: of 0 and 1 a Safe thinks that the owner is a contract, or has approved on the chain. */
function withSafeParity(signature: string): string {
  const v = Number.parseInt(signature.slice(130), 16)
  return v > 1 ? signature : `${signature.slice(0, 130)}${(v + 27).toString(16)}`
}
