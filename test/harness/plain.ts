import type { Address } from '@solana/kit'
import type { AmountUA, BaseUnits, Wei } from '#domain/amounts.ts'
import type { EvmAddress } from '#domain/evm-address.ts'

/** A record whose addresses and amounts are spelled without their brand. */
export type Plain<Record> = { [Field in keyof Record]: PlainValue<Record[Field]> }

type PlainValue<Value> = Value extends Address | EvmAddress | AmountUA
  ? string
  : Value extends BaseUnits | Wei
    ? bigint
    : Value

/** Takes a name for an address, where nothing decodes it. */
export function addressNamed(name: string): Address {
  return name as Address
}

/** Takes a made-up record for a real one, where only the store is looked at. */
export function branded<Record>(plain: Plain<Record>): Record {
  return plain as Record
}
