import { checksumAddress } from './checksum-address.ts'
import type { Claim } from './claim.ts'

/** The messages that a portal may have its claims signed with: the specification's five lines, or EIP-4361. */
export const CLAIM_MESSAGES = ['lines', 'siwe'] as const
export type ClaimMessageKind = (typeof CLAIM_MESSAGES)[number]

/** What an EIP-4361 message names besides the claim itself, as it was when the claim was signed. */
export interface SiweTerms {
  /** The portal's official origin. */
  publicUrl: string
  tokenSymbol: string
  /** Of the holder list that gives the amount. */
  fileHash: string
  /** SHA-256 of the terms that the claimant accepts, in hexadecimal. */
  termsHash: string | null
}

/** The settings that decide what is signed, as the server has them and GET /api/portal answers them. */
export interface MessageSettings {
  claimMessage: ClaimMessageKind
  publicUrl: string | null
  tokenSymbol: string
  termsHash: string | null
}

/** Stands for the list in a message that is built while none is in force: no claim is accepted then. */
const NO_LIST = 'none'

/** Returns what a message signed under these settings has to name; null where it is the five lines. */
export function siweTermsOf(
  { claimMessage, publicUrl, tokenSymbol, termsHash }: MessageSettings,
  fileHash: string | null,
): SiweTerms | null {
  if (claimMessage === 'lines') return null
  if (publicUrl === null) throw new Error('A message after EIP-4361 takes a publicUrl')
  return { publicUrl, tokenSymbol, fileHash: fileHash ?? NO_LIST, termsHash }
}

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

/**
 * The values that a claim's signature covers. `eth`, `sol` and `nonce` are taken verbatim from the payload.
 */
interface ClaimMessageParts {
  eth: string
  sol: string
  /** The allocation in whole tokens, as the portal answers it. */
  amountUA: string
  /** Milliseconds since the epoch, decimal. */
  nonce: string
}

/** The five lines that a claimant signs (EIP-191 `personal_sign`), joined by single line feeds with none after the last. */
export function claimMessage({ eth, sol, amountUA, nonce }: ClaimMessageParts): string {
  return ['Claim SPL tokens', `eth: ${eth}`, `sol: ${sol}`, `amount: ${amountUA}`, `nonce: ${nonce}`].join(
    '\n',
  )
}

/** The kind of signer of a claim: the key of an account, or the contract that the account is. */
export type SignedBy = 'key' | 'contract'

/**
 * The greatest age of a nonce: a person's wallet is open in front of them, co-owners of a contract wallet
 * need time.
 */
export const NONCE_MAX_AGE_MS: Readonly<Record<SignedBy, number>> = {
  key: 10 * 60_000,
  contract: 14 * 24 * 60 * 60_000,
}

/** The most by which a claimant's clock may be ahead of the server's. */
const NONCE_MAX_AHEAD_MS = 60_000

/** True when a claim that was signed at `nonceMs` may be taken at `nowMs`. */
export function isNonceFresh(nonceMs: number, nowMs: number, signedBy: SignedBy): boolean {
  return nonceMs >= nowMs - NONCE_MAX_AGE_MS[signedBy] && nonceMs <= nowMs + NONCE_MAX_AHEAD_MS
}

/** Builds the message that a claim has to be signed with: EIP-4361 under terms, the five lines without. */
export function messageUnder(terms: SiweTerms | null, parts: MessageParts): string {
  return terms === null ? claimMessage(parts) : siweMessage(terms, parts)
}

/** Builds the message that a claim was signed with, whatever the settings are by now. */
export function signedMessage(
  claim: Pick<Claim, 'ethSigned' | 'solAddress' | 'amountUA' | 'nonce' | 'chainId' | 'siweTerms'>,
): string {
  const { ethSigned: eth, solAddress: sol, amountUA, nonce, chainId, siweTerms } = claim
  return messageUnder(siweTerms, { eth, sol, amountUA, nonce, chainId })
}
