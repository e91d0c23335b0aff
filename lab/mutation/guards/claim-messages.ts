import type { Guard } from '#lab/mutation/mutant.ts'

const MESSAGE = { file: 'domain/claim-message.ts', tests: ['src/domain/siwe-message.test.ts'] }
const TERMS = { file: 'domain/claim-message.ts', tests: ['src/domain/siwe-message.test.ts'] }
const SIGNED = { file: 'domain/claim-message.ts', tests: ['test/api/claim-messages.test.ts'] }
const CLAIMS = { tests: ['test/api/claim-messages.test.ts'] }
const SETTINGS = { tests: ['src/config/claim-message-settings.test.ts'] }

/** Guards of the message that names its site, and of its being the one that was signed when the claim is paid. */
export const CLAIM_MESSAGE_GUARDS: readonly Guard[] = [
  {
    ...MESSAGE,
    name: 'has a message signed that names no site',
    guard: '`${domain} wants you to sign in',
    without: '`This portal wants you to sign in',
  },
  {
    ...MESSAGE,
    name: 'leaves the recipient out of the message that names the site',
    guard: ' as SPL tokens to ${sol}`',
    without: ' as SPL tokens`',
  },
  {
    ...MESSAGE,
    name: 'leaves the amount out of the message that names the site',
    guard: '`Claim ${amountUA} ${tokenSymbol}',
    without: '`Claim ${tokenSymbol}',
  },
  {
    ...MESSAGE,
    name: 'leaves the list out of the message that names the site',
    guard: 'const resources = [`urn:ferry:list:${fileHash}`]',
    without: 'const resources = [`urn:ferry:list:${fileHash.slice(0, 0)}`]',
  },
  {
    ...MESSAGE,
    name: 'leaves the terms out of the message that names the site',
    guard: 'if (termsHash !== null) resources.push(`urn:ferry:terms:${termsHash}`)',
    without: 'if (termsHash === undefined) resources.push(`urn:ferry:terms:${termsHash}`)',
  },
  {
    ...MESSAGE,
    name: 'has the message expire before the nonce of a contract wallet',
    guard: 'SIWE_LIFE_MS = 14 *',
    without: 'SIWE_LIFE_MS = 13 *',
  },
  {
    ...TERMS,
    name: 'takes the five lines where the official address is not known',
    guard: "if (publicUrl === null) throw new Error('A message after EIP-4361 takes a publicUrl')",
    without: 'if (publicUrl === null) return null',
  },
  {
    name: 'writes the address into the message as it was sent',
    file: 'domain/checksum-address.ts',
    guard: 'digit.toUpperCase() : digit',
    without: 'digit : digit',
    tests: ['src/domain/checksum-address.test.ts'],
  },
  {
    ...SIGNED,
    name: 'takes the five lines whatever is configured',
    guard: 'return terms === null ? claimMessage(parts) : siweMessage(terms, parts)',
    without: 'return terms === undefined ? siweMessage(terms, parts) : claimMessage(parts)',
    tests: ['src/domain/siwe-message.test.ts'],
  },
  {
    ...SIGNED,
    name: 'verifies every claim as five lines before it is paid',
    guard: 'return messageUnder(siweTerms, {',
    without: 'return messageUnder(siweTerms && null, {',
  },
  {
    ...CLAIMS,
    name: 'keeps a claim without what its message names',
    file: 'app/claims/submit-claim.ts',
    guard: '    signedBy,\n    siweTerms,\n  }\n',
    without: '    signedBy,\n    siweTerms: null,\n  }\n',
  },
  {
    ...CLAIMS,
    name: 'takes the message of another list or site',
    file: 'app/claims/check-claim-signature.ts',
    guard: 'throw otherwise ?? errorOf(',
    without: "if (otherwise) return 'key'\n  throw errorOf(",
  },
  {
    ...CLAIMS,
    name: 'leaves what the message names out of the seal of a claim',
    file: 'domain/sealed-record.ts',
    guard: "siweTerms: 'sealed'",
    without: "siweTerms: 'unsealed'",
  },
  {
    ...CLAIMS,
    name: 'seals that a site is named, not which',
    file: 'domain/sealed-record.ts',
    guard: "publicUrl: 'sealed'",
    without: "publicUrl: 'unsealed'",
  },
  {
    ...CLAIMS,
    name: 'reads terms that nobody wrote',
    file: 'store/column-readers.ts',
    guard: 'if (!areTexts) throw unreadable(column)',
    without: '',
  },
  {
    ...SETTINGS,
    name: 'takes an official address that is not encrypted',
    file: 'config/public-addresses.ts',
    guard: "(url.protocol === 'http:' && LOCAL_HOSTS.includes(url.hostname))",
    without: "url.protocol === 'http:'",
  },
  {
    ...SETTINGS,
    name: 'takes a message that names the site without the site',
    file: 'config/portal-settings-file.ts',
    guard: 'if (given.publicUrl === null) {',
    without: "if (given.publicUrl === '') {",
  },
]
