import type { Address, EncodedAccount } from '@solana/kit'
import {
  getMintDecoder,
  getMintSize,
  getMultisigSize,
  getTokenDecoder,
  getTokenSize,
  type Mint,
  type Token,
} from '@solana-program/token'
import { formatDecimalUnits } from '#domain/amounts.ts'

export const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA' as Address
export const TOKEN_2022_PROGRAM = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb' as Address

const MINT_DECIMALS_OFFSET = 44

/** The offset of the byte in which Token-2022 writes the type of an account with extensions. */
const ACCOUNT_TYPE_OFFSET = getTokenSize()
const ACCOUNT_TYPE_MINT = 1
const ACCOUNT_TYPE_TOKEN = 2

export interface UiTokenAmount {
  /** Base units. */
  amount: string
  decimals: number
  /** A double, as Solana's RPC answers it beside the exact texts. Ferry does not read it. */
  uiAmount: number
  uiAmountString: string
}

export function uiTokenAmount(amount: bigint, decimals: number): UiTokenAmount {
  const uiAmountString = formatDecimalUnits(amount, decimals)
  return { amount: amount.toString(), decimals, uiAmount: Number(uiAmountString), uiAmountString }
}

export function isTokenProgram(program: Address): boolean {
  return program === TOKEN_PROGRAM || program === TOKEN_2022_PROGRAM
}

/** Reads a token account's base fields; null when it is no token account. Extensions are not read. */
export function readTokenAccount(account: EncodedAccount): Token | null {
  if (!hasLayout(account, getTokenSize(), ACCOUNT_TYPE_TOKEN)) return null
  const token = getTokenDecoder().decode(account.data)
  return token.state === 0 ? null : token
}

/** Reads a mint's base fields; null when it is no mint. Extensions are not read. */
export function readMint(account: EncodedAccount): Mint | null {
  if (!hasLayout(account, getMintSize(), ACCOUNT_TYPE_MINT)) return null
  const mint = getMintDecoder().decode(account.data)
  return mint.isInitialized ? mint : null
}

/** Returns the account unchanged or, for a mint with other decimals, a copy with these. */
export function withMintDecimals(account: EncodedAccount, decimals: number): EncodedAccount {
  const mint = readMint(account)
  if (!mint || mint.decimals === decimals) return account
  const data = new Uint8Array(account.data)
  data[MINT_DECIMALS_OFFSET] = decimals
  return { ...account, data }
}

function hasLayout(account: EncodedAccount, plainBytes: number, accountType: number): boolean {
  const { data, programAddress } = account
  if (!isTokenProgram(programAddress)) return false
  if (data.length === plainBytes) return true
  return (
    programAddress === TOKEN_2022_PROGRAM &&
    data.length > getTokenSize() &&
    data.length !== getMultisigSize() &&
    data[ACCOUNT_TYPE_OFFSET] === accountType
  )
}
