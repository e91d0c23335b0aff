/** A session with a wallet, as far as the page reads it. */
export interface Session {
  topic: string
  /** Epoch seconds. */
  expiry: number
  /** Accounts after CAIP-10: `eip155:56:0x…`. */
  namespaces: Record<string, { accounts: string[] }>
}

function partsOf({ namespaces }: Session): { chainId: number; address: string }[] {
  return (namespaces.eip155?.accounts ?? []).flatMap((account) => {
    const [, chain, address] = account.split(':')
    return chain && address ? [{ chainId: Number(chain), address }] : []
  })
}

/** Lists the chains that the wallet has approved, in its order. */
export function chainsOf(session: Session): number[] {
  return [...new Set(partsOf(session).map(({ chainId }) => chainId))]
}

/** Lists the wallet's accounts on a chain, verbatim. */
export function accountsOn(session: Session, chainId: number): string[] {
  return partsOf(session)
    .filter((account) => account.chainId === chainId)
    .map(({ address }) => address)
}
