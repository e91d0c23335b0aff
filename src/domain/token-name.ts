import { shortenAddress } from './shorten-address.ts'

/** A token, and the name that its own metadata gave it when a sender was configured for it; null where they gave none. */
interface NamedToken {
  mintAddress: string
  genesisHash: string
  mintName: string | null
}

type Token = Omit<NamedToken, 'mintName'>

/** Letters that look like others would let one token pass for another. */
const PLAIN = /^[A-Za-z0-9$][A-Za-z0-9 .$_-]{0,19}$/

/** Returns the symbol, else the name, that a token's metadata give it; null where neither is short and plain: anybody may write them. */
export function plainNameOf({ symbol, name }: { symbol: string | null; name: string | null }): string | null {
  return [symbol, name].find((text) => text !== null && PLAIN.test(text)) ?? null
}

/**
 * Creates a function that names tokens. The portal's symbol is the name of the token that the bulk sender pays claims in, and of payments
 * from before any was configured; another token has its own name, unless that is the portal's, or else its address.
 */
export function tokenNamer(
  portalSymbol: string,
  bulk: Token | undefined,
  known: readonly NamedToken[],
): (token: Token) => string {
  const names = new Map(known.map((token) => [keyOf(token), token.mintName]))
  return (token) => {
    if (token.mintAddress === '' || (bulk && keyOf(bulk) === keyOf(token))) return portalSymbol
    const name = names.get(keyOf(token)) ?? null
    const isOwn = name !== null && name.toLowerCase() !== portalSymbol.toLowerCase()
    return isOwn ? name : `tokens of ${shortenAddress(token.mintAddress)}`
  }
}

function keyOf({ genesisHash, mintAddress }: Token): string {
  return `${genesisHash} ${mintAddress}`
}
