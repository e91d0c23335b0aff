import type { EvmAddress } from '#domain/evm-address.ts'
import { ADDRESS_BYTES } from './address-program.ts'

/** Addresses that come in bit by bit and are taken in batches, by several readers. Twenty bytes each are kept. */
export class AddressBatches {
  readonly #size: number
  readonly #batches: Buffer[] = []
  #waiting: string[] = []
  #count = 0
  #isEnded = false
  #change = Promise.withResolvers<void>()

  constructor(size: number) {
    this.#size = size
  }

  /** Addresses so far. */
  get count(): number {
    return this.#count
  }

  add(addresses: readonly EvmAddress[]): void {
    this.#count += addresses.length
    for (const address of addresses) {
      this.#waiting.push(address.slice(2))
      if (this.#waiting.length === this.#size) this.#pack()
    }
  }

  /** Nothing more comes. */
  end(): void {
    this.#isEnded = true
    this.#pack()
  }

  /** Waits for a batch; null after the last. */
  async at(place: number): Promise<Buffer | null> {
    for (;;) {
      const batch = this.#batches[place]
      if (batch) return batch
      if (this.#isEnded) return null
      await this.#change.promise
    }
  }

  #pack(): void {
    if (this.#waiting.length > 0) this.#batches.push(Buffer.from(this.#waiting.join(''), 'hex'))
    this.#waiting = []
    this.#change.resolve()
    this.#change = Promise.withResolvers()
  }
}

/** Packs addresses, twenty bytes each. */
export function packAddresses(addresses: readonly EvmAddress[]): Buffer {
  return Buffer.from(addresses.map((address) => address.slice(2)).join(''), 'hex')
}

/** Reads one of packed addresses. */
export function addressAt(packed: Buffer, place: number): EvmAddress {
  const start = place * ADDRESS_BYTES
  return `0x${packed.toString('hex', start, start + ADDRESS_BYTES)}` as EvmAddress
}
