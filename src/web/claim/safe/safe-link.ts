import { isEvmAddress } from '#domain/evm-address.ts'
import { readChainId } from '#domain/networks.ts'
import { SOLANA_ADDRESS_SHAPE } from '#domain/solana-address-shape.ts'
import type { PendingClaim } from '#web/claim/form/pending-claim.ts'

const SIGNATURE = /^0x[0-9a-f]{130}$/i

/** As many as the owners that the portal lists. */
const MOST_SIGNATURES = 100

/** Writes a waiting claim as the link that owners hand on. It stays in the fragment: no server sees it. */
export function safeLink(page: string, pending: PendingClaim): string {
  const { eth, sol, chainId, nonce, corrects, signatures } = pending
  const parts = new URLSearchParams({ safe: eth, chain: `${Number(chainId)}`, sol, nonce: `${nonce}` })
  if (corrects) parts.set('corrects', '1')
  for (const signature of signatures) parts.append('sig', signature)
  const url = new URL(page)
  url.hash = parts.toString()
  return url.href
}

/**
 * Reads such a link's fragment; null where a part is missing or malformed. Anybody can make one: what it says is shown before it is
 * signed, and a signature counts only where it is an owner's of the very text.
 */
export function readSafeLink(fragment: string): PendingClaim | null {
  const parts = new URLSearchParams(fragment.replace(/^#/, ''))
  const [eth = '', chain = '', sol = '', nonce = ''] = ['safe', 'chain', 'sol', 'nonce'].map(
    (name) => parts.get(name) ?? '',
  )
  const chainId = readChainId(chain)
  if (!isEvmAddress(eth) || chainId === null || !SOLANA_ADDRESS_SHAPE.test(sol)) return null
  if (!/^[1-9]\d{12,15}$/.test(nonce) || !Number.isSafeInteger(Number(nonce))) return null
  const signatures = parts.getAll('sig').filter((each) => SIGNATURE.test(each))
  return {
    eth,
    sol,
    chainId: `0x${chainId.toString(16)}`,
    nonce: Number(nonce),
    corrects: parts.get('corrects') === '1',
    signatures: signatures.slice(0, MOST_SIGNATURES),
  }
}
