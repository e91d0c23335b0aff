import type {
  CompiledTransactionMessage,
  CompiledTransactionMessageWithLifetime,
  TransactionMessageBytes,
} from '@solana/kit'
import { addressBytes } from '#domain/solana-address.ts'

type Compiled = CompiledTransactionMessage & CompiledTransactionMessageWithLifetime
type CompiledV0 = Extract<Compiled, { version: 0 }>
type CompiledV1 = Extract<Compiled, { version: 1 }>

const ADDRESS_BYTES = 32

/** The bit that tells a version from the first byte of a legacy message, which has none. */
const VERSIONED = 0x80

/** More than any message has: a transaction of the larger format takes 4,096 bytes. */
const CAPACITY_BYTES = 8_192

/**
 * Encodes a compiled message of v0 (solana-message, VersionedMessage) or v1 (SIMD-0385) without address table lookups, as the signature
 * covers it. The bytes are those of kit's encoder, which takes ten times as long: it reads each address by one large integer.
 */
export function encodeMessage(
  message: CompiledTransactionMessage & CompiledTransactionMessageWithLifetime,
): TransactionMessageBytes {
  const bytes = new MessageBytes()
  if (message.version === 0) writeV0(bytes, message)
  else if (message.version === 1) writeV1(bytes, message)
  else throw new Error('A payout is no legacy transaction')
  return bytes.written() as unknown as TransactionMessageBytes
}

function writeV0(bytes: MessageBytes, message: CompiledV0): void {
  if (message.addressTableLookups?.length) throw new Error('A payout looks up no address table')
  bytes.u8(VERSIONED)
  writeHeader(bytes, message)
  bytes.length(message.staticAccounts.length)
  for (const account of message.staticAccounts) bytes.address(account)
  bytes.address(message.lifetimeToken)
  bytes.length(message.instructions.length)
  for (const { programAddressIndex, accountIndices = [], data = [] } of message.instructions) {
    bytes.u8(programAddressIndex)
    bytes.length(accountIndices.length)
    bytes.all(accountIndices)
    bytes.length(data.length)
    bytes.all(data)
  }
  bytes.length(0)
}

function writeV1(bytes: MessageBytes, message: CompiledV1 & CompiledTransactionMessageWithLifetime): void {
  bytes.u8(VERSIONED | 1)
  writeHeader(bytes, message)
  bytes.u32(message.configMask)
  bytes.address(message.lifetimeToken)
  bytes.u8(message.numInstructions)
  bytes.u8(message.numStaticAccounts)
  for (const account of message.staticAccounts) bytes.address(account)
  for (const config of message.configValues) {
    if (config.kind === 'u32') bytes.u32(config.value)
    else bytes.u64(config.value)
  }
  for (const header of message.instructionHeaders) {
    bytes.u8(header.programAccountIndex)
    bytes.u8(header.numInstructionAccounts)
    bytes.u16(header.numInstructionDataBytes)
  }
  for (const { instructionAccountIndices, instructionData } of message.instructionPayloads) {
    bytes.all(instructionAccountIndices)
    bytes.all(instructionData)
  }
}

function writeHeader(bytes: MessageBytes, { header }: Pick<Compiled, 'header'>): void {
  bytes.u8(header.numSignerAccounts)
  bytes.u8(header.numReadonlySignerAccounts)
  bytes.u8(header.numReadonlyNonSignerAccounts)
}

/** Bytes that are written one after another, numbers little-endian. */
class MessageBytes {
  readonly #bytes = new Uint8Array(CAPACITY_BYTES)
  readonly #view = new DataView(this.#bytes.buffer)
  #at = 0

  u8(value: number): void {
    this.#view.setUint8(this.#at, value)
    this.#at += 1
  }

  u16(value: number): void {
    this.#view.setUint16(this.#at, value, true)
    this.#at += 2
  }

  u32(value: number): void {
    this.#view.setUint32(this.#at, value, true)
    this.#at += 4
  }

  u64(value: bigint): void {
    this.#view.setBigUint64(this.#at, value, true)
    this.#at += 8
  }

  /** Writes a length in seven bits a byte, the lowest first (solana-short-vec). */
  length(value: number): void {
    let rest = value
    for (; rest >= 0x80; rest >>= 7) this.u8((rest & 0x7f) | 0x80)
    this.u8(rest)
  }

  address(text: string): void {
    const address = addressBytes(text)
    if (address === null) throw new Error(`${text} is no address`)
    this.#bytes.set(address, this.#at)
    this.#at += ADDRESS_BYTES
  }

  all(values: ArrayLike<number>): void {
    this.#bytes.set(values, this.#at)
    this.#at += values.length
  }

  written(): Uint8Array {
    return this.#bytes.slice(0, this.#at)
  }
}
