import { type Address, getAddressEncoder, getProgramDerivedAddress, isSome, type Option } from '@solana/kit'
import { PortalError } from '#domain/portal-error.ts'
import { readExtension } from './mint-extensions.ts'
import type { SolanaRpc } from './solana-rpc.ts'
import { isTokenProgram, readBaseMint, TOKEN_2022_PROGRAM_ADDRESS } from './token-account.ts'

/** What a person knows a token by, as the chain shows it. Nothing is paid by it. */
export interface TokenFacts {
  address: Address
  decimals: number
  supply: bigint
  /** Null where nobody may mint, or freeze, any more. */
  mintAuthority: Address | null
  freezeAuthority: Address | null
  /** As its metadata say: anybody may give a token any name. Null where there are none. */
  name: string | null
  symbol: string | null
}

const METADATA_PROGRAM = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s' as Address

/** The number of Token-2022's extension TokenMetadata. */
const TOKEN_METADATA = 19

/** Both kinds of metadata name two addresses before the texts; Metaplex begins with a byte for the account's kind. */
const TWO_ADDRESSES = 64

/** Reads a mint and its metadata: those within a Token-2022 mint, else those of Metaplex. Throws mint_not_found. */
export async function readTokenFacts(rpc: SolanaRpc, address: Address): Promise<TokenFacts> {
  const [metaplex] = await getProgramDerivedAddress({
    programAddress: METADATA_PROGRAM,
    seeds: ['metadata', getAddressEncoder().encode(METADATA_PROGRAM), getAddressEncoder().encode(address)],
  })
  const [account, metadata] = await rpc.accounts([address, metaplex])
  const mint = account && isTokenProgram(account.owner) ? readBaseMint(account.data) : null
  if (!account || !mint?.isInitialized) throw new PortalError('mint_not_found')
  const within =
    account.owner === TOKEN_2022_PROGRAM_ADDRESS ? readExtension(account.data, TOKEN_METADATA) : null
  const beside = metadata?.owner === METADATA_PROGRAM ? metadata.data.subarray(1) : null
  return {
    address,
    decimals: mint.decimals,
    supply: mint.supply,
    mintAuthority: addressIn(mint.mintAuthority),
    freezeAuthority: addressIn(mint.freezeAuthority),
    ...readNames(within ?? beside),
  }
}

function addressIn(authority: Option<Address>): Address | null {
  return isSome(authority) ? authority.value : null
}

/** Reads name and symbol: each a little-endian u32 length and UTF-8, which Metaplex fills up with zeros. */
function readNames(data: Uint8Array | null): Pick<TokenFacts, 'name' | 'symbol'> {
  const name = data && readText(data, TWO_ADDRESSES)
  const symbol = data && name && readText(data, name.end)
  return { name: name?.text || null, symbol: symbol?.text || null }
}

function readText(data: Uint8Array, offset: number): { text: string; end: number } | null {
  if (offset + 4 > data.length) return null
  const length = new DataView(data.buffer, data.byteOffset, data.byteLength).getUint32(offset, true)
  const end = offset + 4 + length
  if (end > data.length) return null
  const text = new TextDecoder().decode(data.subarray(offset + 4, end))
  return { text: text.replaceAll('\0', '').trim(), end }
}
