import type { Address } from '@solana/kit'
import { PortalError } from '#domain/portal-error.ts'
import { isSolanaAddress } from '#domain/solana-address.ts'
import { readMintExtensions } from './mint-extensions.ts'
import type { SolanaRpc } from './solana-rpc.ts'
import {
  isTokenProgram,
  readBaseMint,
  TOKEN_2022_PROGRAM_ADDRESS,
  tokenAccountBytesOf,
} from './token-account.ts'

export { TOKEN_2022_PROGRAM_ADDRESS, tokenAccountBytesOf }

/** A token that can be paid out. */
export interface Mint {
  address: Address
  decimals: number
  tokenProgram: Address
  /** Bytes of a new associated token account of this mint, by which its rent is computed. */
  tokenAccountBytes: number
  /** Names of its Token-2022 extensions, in their order. */
  extensions: readonly string[]
}

/** Reads a mint of either token program. Throws invalid_mint, mint_not_found or unsupported_mint. */
export async function readMint(rpc: SolanaRpc, address: string): Promise<Mint> {
  if (!isSolanaAddress(address)) throw new PortalError('invalid_mint')
  const [account] = await rpc.accounts([address])
  if (!account || !isTokenProgram(account.owner)) throw new PortalError('mint_not_found')
  const mint = readBaseMint(account.data)
  if (!mint?.isInitialized) throw new PortalError('mint_not_found')
  const extensions = account.owner === TOKEN_2022_PROGRAM_ADDRESS ? readMintExtensions(account.data) : []
  assertSupported(extensions)
  return {
    address,
    decimals: mint.decimals,
    tokenProgram: account.owner,
    tokenAccountBytes: tokenAccountBytesOf(account.owner),
    extensions,
  }
}

/** Extensions under which a plain transfer into a plain account credits exactly the amount that was sent. */
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

function assertSupported(extensions: readonly string[]): void {
  const refused = extensions.filter((name) => !HARMLESS_EXTENSIONS.has(name))
  if (refused.length > 0) {
    throw new PortalError('unsupported_mint', {
      reason: `its mint has the extension ${refused.join(' and ')}`,
    })
  }
}
