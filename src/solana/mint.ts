import type { Address } from '@solana/kit'
import { getMintDecoder, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { PortalError } from '#domain/portal-error.ts'
import { isSolanaAddress } from '#domain/solana-address.ts'
import type { Cluster } from './cluster.ts'
import { readMintExtensions } from './mint-extensions.ts'

export const TOKEN_2022_PROGRAM_ADDRESS = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb' as Address

/** A token that can be paid out. */
export interface Mint {
  address: Address
  decimals: number
  tokenProgram: Address
  /** Bytes of a new associated token account of this mint: what its rent is paid for. */
  tokenAccountBytes: number
  /** Names of its Token-2022 extensions, in their order. */
  extensions: readonly string[]
}

const BASE_MINT_BYTES = 82

/** A token account of the Token program; Token-2022 makes associated ones larger, by one type byte and their extensions. */
export const BASE_TOKEN_ACCOUNT_BYTES = 165
const TOKEN_2022_ACCOUNT_BYTES = 170

/** Reads a mint of either token program. Throws invalid_mint, mint_not_found or unsupported_mint. */
export async function readMint(cluster: Cluster, address: string): Promise<Mint> {
  if (!isSolanaAddress(address)) throw new PortalError('invalid_mint')
  const [account] = await cluster.accounts([address])
  const isTokenProgram = account?.owner === TOKEN_PROGRAM_ADDRESS
  const isToken2022 = account?.owner === TOKEN_2022_PROGRAM_ADDRESS
  if (!account || !(isTokenProgram || isToken2022)) throw new PortalError('mint_not_found')
  if (!isMintData(account.data)) throw new PortalError('mint_not_found')
  const mint = getMintDecoder().decode(account.data.subarray(0, BASE_MINT_BYTES))
  if (!mint.isInitialized) throw new PortalError('mint_not_found')
  const extensions = isToken2022 ? readMintExtensions(account.data) : []
  refuseUnsupported(extensions)
  return {
    address,
    decimals: mint.decimals,
    tokenProgram: account.owner,
    tokenAccountBytes: tokenAccountBytesOf(account.owner),
    extensions,
  }
}

/** Bytes of a new associated token account, by the token program that makes it. */
export function tokenAccountBytesOf(tokenProgram: Address): number {
  return tokenProgram === TOKEN_2022_PROGRAM_ADDRESS ? TOKEN_2022_ACCOUNT_BYTES : BASE_TOKEN_ACCOUNT_BYTES
}

/** Token-2022 tells its accounts apart by a type byte after the base layout: 1 is a mint, 2 a token account. */
function isMintData(data: Uint8Array): boolean {
  return (
    data.length === BASE_MINT_BYTES ||
    (data.length > BASE_TOKEN_ACCOUNT_BYTES && data[BASE_TOKEN_ACCOUNT_BYTES] === 1)
  )
}

/** Extensions under which a recipient gets exactly what was sent, by a plain transfer into a plain account. */
const HARMLESS_EXTENSIONS = new Set([
  'MintCloseAuthority',
  'MetadataPointer',
  'TokenMetadata',
  'GroupPointer',
  'TokenGroup',
  'GroupMemberPointer',
  'TokenGroupMember',
  'InterestBearingConfig',
  'PermanentDelegate',
])

function refuseUnsupported(extensions: readonly string[]): void {
  const refused = extensions.filter((name) => !HARMLESS_EXTENSIONS.has(name))
  if (refused.length > 0) {
    throw new PortalError('unsupported_mint', {
      reason: `its mint has the extension ${refused.join(' and ')}`,
    })
  }
}
