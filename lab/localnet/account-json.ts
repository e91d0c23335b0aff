import {
  type Address,
  type EncodedAccount,
  getBase58Decoder,
  getBase64Decoder,
  isSome,
  type Option,
} from '@solana/kit'
import { z } from 'zod'
import { contextFields, invalidParams } from './json-rpc.ts'
import { readMint, readTokenAccount, TOKEN_2022_PROGRAM, uiTokenAmount } from './token-state.ts'

const MAX_BASE58_BYTES = 128

/** Rent is no longer collected: every account carries this epoch. */
const RENT_EXEMPT_EPOCH = 2n ** 64n - 1n

const TOKEN_ACCOUNT_STATES = ['uninitialized', 'initialized', 'frozen'] as const

export const accountEncodingFields = {
  encoding: z.enum(['base58', 'base64', 'jsonParsed']).nullish(),
  dataSlice: z.object({ offset: z.number().int().min(0), length: z.number().int().min(0) }).nullish(),
}

/** The configuration of methods that answer with accounts. */
export const accountConfig = z.object({ ...contextFields, ...accountEncodingFields }).nullish()

export interface AccountEncoding {
  encoding?: 'base58' | 'base64' | 'jsonParsed' | null | undefined
  dataSlice?: { offset: number; length: number } | null | undefined
}

type ReadAccount = (address: Address) => EncodedAccount | null

/**
 * An account as RPC answers it. `jsonParsed` knows token accounts and mints, and falls back to base64 for all else; no
 * encoding at all means bare base58 text. Throws RpcError when base58 is asked for more than 128 bytes.
 */
export function accountJson(
  account: EncodedAccount,
  { encoding, dataSlice }: AccountEncoding,
  read: ReadAccount,
) {
  return {
    data: dataJson(account, encoding ?? 'bare', dataSlice, read),
    executable: account.executable,
    lamports: account.lamports,
    owner: account.programAddress,
    rentEpoch: RENT_EXEMPT_EPOCH,
    space: account.space,
  }
}

function dataJson(
  account: EncodedAccount,
  encoding: 'bare' | 'base58' | 'base64' | 'jsonParsed',
  slice: AccountEncoding['dataSlice'],
  read: ReadAccount,
) {
  const parsed = encoding === 'jsonParsed' ? parsedTokenData(account, read) : null
  if (parsed) return parsed
  const data = slice ? account.data.subarray(slice.offset, slice.offset + slice.length) : account.data
  if (encoding === 'base64' || encoding === 'jsonParsed') return [getBase64Decoder().decode(data), 'base64']
  if (data.length > MAX_BASE58_BYTES)
    throw invalidParams(
      `Encoded binary (base 58) data should be less than ${MAX_BASE58_BYTES} bytes, please use Base64 encoding.`,
    )
  const text = getBase58Decoder().decode(data)
  return encoding === 'bare' ? text : [text, 'base58']
}

function parsedTokenData(account: EncodedAccount, read: ReadAccount) {
  const parsed = parsedTokenAccount(account, read) ?? parsedMint(account)
  if (!parsed) return null
  const program = account.programAddress === TOKEN_2022_PROGRAM ? 'spl-token-2022' : 'spl-token'
  return { program, parsed, space: account.space }
}

function parsedTokenAccount(account: EncodedAccount, read: ReadAccount) {
  const token = readTokenAccount(account)
  const mintAccount = token && read(token.mint)
  const mint = mintAccount && readMint(mintAccount)
  if (!token || !mint) return null
  return {
    type: 'account',
    info: {
      isNative: isSome(token.isNative),
      mint: token.mint,
      owner: token.owner,
      state: TOKEN_ACCOUNT_STATES[token.state],
      tokenAmount: uiTokenAmount(token.amount, mint.decimals),
    },
  }
}

function parsedMint(account: EncodedAccount) {
  const mint = readMint(account)
  if (!mint) return null
  return {
    type: 'mint',
    info: {
      decimals: mint.decimals,
      freezeAuthority: valueOrNull(mint.freezeAuthority),
      isInitialized: mint.isInitialized,
      mintAuthority: valueOrNull(mint.mintAuthority),
      supply: mint.supply.toString(),
    },
  }
}

function valueOrNull<T>(option: Option<T>): T | null {
  return isSome(option) ? option.value : null
}
