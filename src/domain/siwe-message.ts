import { checksumAddress } from './checksum-address.ts'
import type { SiweTerms } from './siwe-terms.ts'

/** The values that a claim's signature covers, whichever message it is. */
export interface MessageParts {
  eth: string
  sol: string
  /** The allocation in whole tokens, as the portal answers it. */
  amountUA: string
  /** Milliseconds since the epoch, decimal. */
  nonce: string
  chainId: number
}

/**
 * The time between issue and expiration: that of a contract wallet's nonce, since nobody knows when the text is built
 * which kind of wallet signs it. Claims that were signed with it are verified with it: it can not be changed for them.
 */
export const SIWE_LIFE_MS = 14 * 24 * 60 * 60_000

/** Characters that EIP-4361 allows in a statement: the reserved and unreserved ones of RFC 3986, and the space. */
const STATEMENT = /^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;= ]+$/

/** True where an EIP-4361 statement may contain the text. */
export function fitsStatement(text: string): boolean {
  return STATEMENT.test(text)
}

/**
 * Builds the EIP-4361 message of a claim. Everything in it comes from the claim and its terms, the times from the nonce,
 * so that it can be built anew at any time.
 */
export function siweMessage(
  { publicUrl, tokenSymbol, fileHash, termsHash }: SiweTerms,
  { eth, sol, amountUA, nonce, chainId }: MessageParts,
): string {
  const domain = publicUrl.replace(/^https?:\/\//, '')
  const resources = [`urn:ferry:list:${fileHash}`]
  if (termsHash !== null) resources.push(`urn:ferry:terms:${termsHash}`)
  return [
    `${domain} wants you to sign in with your Ethereum account:`,
    checksumAddress(eth),
    '',
    `Claim ${amountUA} ${tokenSymbol} as SPL tokens to ${sol}`,
    '',
    `URI: ${publicUrl}`,
    'Version: 1',
    `Chain ID: ${chainId}`,
    `Nonce: ${nonce}`,
    `Issued At: ${timestamp(Number(nonce))}`,
    `Expiration Time: ${timestamp(Number(nonce) + SIWE_LIFE_MS)}`,
    'Resources:',
    ...resources.map((each) => `- ${each}`),
  ].join('\n')
}

/** Writes a time as RFC 3339 does. A nonce that was altered in the database may be none: nobody signed that message. */
function timestamp(ms: number): string {
  const time = new Date(ms)
  return Number.isNaN(time.getTime()) ? String(time) : time.toISOString()
}
