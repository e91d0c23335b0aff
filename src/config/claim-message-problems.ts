import type { PortalLinks } from '#domain/portal-links.ts'
import { fitsStatement } from '#domain/siwe-message.ts'
import type { ClaimMessageKind } from '#domain/siwe-terms.ts'

interface GivenMessage {
  claimMessage: ClaimMessageKind
  publicUrl: string | null
  tokenSymbol: string
  termsFile: string | null
  links: PortalLinks
}

/** Lists the settings that the claim message can not be built with, and why. */
export function claimMessageProblems(given: GivenMessage): [setting: string, problem: string][] {
  const problems: [string, string][] = []
  if (given.termsFile !== null && given.links.terms === null) {
    problems.push(['termsFile', 'takes links.terms too: the page on which claimants read what they accept'])
  }
  if (given.claimMessage === 'lines') return problems
  if (given.publicUrl === null) {
    problems.push(['publicUrl', 'must be given with claimMessage "siwe": it is the address that is signed'])
  }
  if (!fitsStatement(given.tokenSymbol)) {
    problems.push([
      'tokenSymbol',
      'takes only the characters of EIP-4361 with claimMessage "siwe": letters from a to z, digits, spaces and -._~:/?#[]@!$&\'()*+,;=',
    ])
  }
  return problems
}
