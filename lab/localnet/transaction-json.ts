import { getBase58Decoder, getBase64Decoder } from '@solana/kit'
import type { LandedTransaction } from './transaction-history.ts'
import { decodeWireTransaction, type WireMessage } from './wire-transaction.ts'

export const TRANSACTION_ENCODINGS = ['json', 'base58', 'base64'] as const
export type TransactionEncoding = (typeof TRANSACTION_ENCODINGS)[number]

/** Writes a landed transaction as `getTransaction` answers it. */
export function transactionJson(landed: LandedTransaction, encoding: TransactionEncoding) {
  const { message, transaction } = decodeWireTransaction(landed.bytes)
  const signatures = Object.values(transaction.signatures).map((signature) => base58(signature ?? []))
  return {
    slot: landed.block.slot,
    blockTime: landed.block.blockTimeSeconds,
    meta: metaJson(landed),
    transaction: encodedTransaction(landed.bytes, encoding) ?? { signatures, message: messageJson(message) },
    version: message.version,
  }
}

function encodedTransaction(bytes: Uint8Array, encoding: TransactionEncoding) {
  if (encoding === 'json') return null
  return [encoding === 'base64' ? getBase64Decoder().decode(bytes) : base58(bytes), encoding]
}

function metaJson(landed: LandedTransaction) {
  return {
    computeUnitsConsumed: landed.unitsConsumed,
    err: landed.err,
    fee: landed.feeLamports,
    // A node answers null where it did not record them.
    innerInstructions: null,
    loadedAddresses: { readonly: [], writable: [] },
    logMessages: landed.logs,
    postBalances: landed.postBalances,
    postTokenBalances: landed.postTokenBalances,
    preBalances: landed.preBalances,
    preTokenBalances: landed.preTokenBalances,
    rewards: [],
    status: landed.err === null ? { Ok: null } : { Err: landed.err },
    ...(landed.returnData ? { returnData: landed.returnData } : {}),
  }
}

function messageJson(message: WireMessage) {
  const { header } = message
  return {
    accountKeys: message.staticAccounts,
    header: {
      numRequiredSignatures: header.numSignerAccounts,
      numReadonlySignedAccounts: header.numReadonlySignerAccounts,
      numReadonlyUnsignedAccounts: header.numReadonlyNonSignerAccounts,
    },
    instructions: message.instructions.map(
      ({ programAddressIndex, accountIndices = [], data = new Uint8Array() }) => ({
        programIdIndex: programAddressIndex,
        accounts: accountIndices,
        data: base58(data),
        stackHeight: 1,
      }),
    ),
    recentBlockhash: message.lifetimeToken,
    ...(message.version === 0 ? { addressTableLookups: [] } : {}),
  }
}

function base58(bytes: ArrayLike<number>): string {
  return getBase58Decoder().decode(Uint8Array.from(bytes))
}
