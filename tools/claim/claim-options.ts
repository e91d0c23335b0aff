import { checksumAddress } from '#domain/checksum-address.ts'
import { isEvmAddress } from '#domain/evm-address.ts'
import { readChainId } from '#domain/networks.ts'
import { CommandRefusedError } from '#domain/refused-error.ts'

/** Where the signature comes from. */
export type SigningWay =
  | { kind: 'keystore'; file: string }
  /** The text is printed, to be signed elsewhere. */
  | { kind: 'print'; eth: string }
  /** It was signed elsewhere. */
  | { kind: 'signed'; eth: string; signature: string; nonce: string }

/** The options of `npm run claim`, as they belong together. */
export interface ClaimOptions {
  /** The portal's origin. */
  portal: string
  sol: string
  way: SigningWay
  /** Null for the portal's first one. */
  chainId: number | null
  corrects: boolean
  confirmProgramOwned: boolean
  yes: boolean
}

export interface ClaimValues {
  portal?: string | undefined
  sol?: string | undefined
  keystore?: string | undefined
  eth?: string | undefined
  signature?: string | undefined
  nonce?: string | undefined
  'chain-id'?: string | undefined
  correct?: boolean | undefined
  'confirm-program-owned'?: boolean | undefined
  yes?: boolean | undefined
}

/** Puts the options together. Throws CommandRefusedError where one is missing, or does not go with another. */
export function claimOptions(values: ClaimValues): ClaimOptions {
  const { portal, sol, correct = false, yes = false } = values
  if (portal === undefined || sol === undefined) {
    throw new CommandRefusedError(
      'Give --portal <url> and --sol <Solana address>, and either --keystore <file> or --eth <address>.',
    )
  }
  return {
    portal: readOrigin(portal),
    sol,
    way: readWay(values),
    chainId: readChain(values['chain-id']),
    corrects: correct,
    confirmProgramOwned: values['confirm-program-owned'] ?? false,
    yes,
  }
}

function readWay({ keystore, eth, signature, nonce }: ClaimValues): SigningWay {
  if ((keystore === undefined) === (eth === undefined)) {
    throw new CommandRefusedError(
      'Give one of the two: --keystore <file> to sign here, or --eth <address> to sign elsewhere.',
    )
  }
  if (
    (signature === undefined) !== (nonce === undefined) ||
    (keystore !== undefined && nonce !== undefined)
  ) {
    throw new CommandRefusedError('--signature and --nonce go together, and with --eth.')
  }
  if (keystore !== undefined) return { kind: 'keystore', file: keystore }
  const address = readEth(eth ?? '')
  if (signature === undefined || nonce === undefined) return { kind: 'print', eth: address }
  return { kind: 'signed', eth: address, signature: readSignature(signature), nonce: readNonce(nonce) }
}

/** Returns the address with its checksum (EIP-55), the spelling in which it is signed. */
function readEth(text: string): string {
  if (!isEvmAddress(text))
    throw new CommandRefusedError(`--eth takes 0x and 40 hexadecimal digits, not '${text}'.`)
  const address = checksumAddress(text)
  const digits = text.slice(2)
  const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  if (isOneCase || text === address) return address
  throw new CommandRefusedError('The capital letters of --eth do not fit its digits: a character is wrong.')
}

function readSignature(text: string): string {
  const hex = text.trim().replace(/^0x/i, '')
  if (/^(?:[0-9a-f]{2})*$/i.test(hex)) return `0x${hex}`
  throw new CommandRefusedError('--signature takes hexadecimal digits.')
}

function readNonce(text: string): string {
  if (/^[1-9]\d{0,15}$/.test(text)) return text
  throw new CommandRefusedError('--nonce takes the number that stands in the text that was signed.')
}

function readChain(text: string | undefined): number | null {
  if (text === undefined) return null
  const chainId = readChainId(text)
  if (chainId === null) throw new CommandRefusedError(`--chain-id takes a chain id, not '${text}'.`)
  return chainId
}

function readOrigin(text: string): string {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new CommandRefusedError(`--portal takes an http(s) address, not '${text}'.`)
  }
  return url.origin
}
