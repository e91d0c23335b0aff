import type { Address } from '@solana/kit'
import type { AmountUA, BaseUnits, Wei } from '#domain/amounts.ts'
import type { EvmAddress } from '#domain/evm-address.ts'

/** A record with the brands of addresses and amounts removed. */
export type Plain<Record> = { [Field in keyof Record]: PlainValue<Record[Field]> }

type PlainValue<Value> = Value extends Address | EvmAddress | AmountUA
  ? string
  : Value extends BaseUnits | Wei
    ? bigint
    : Value

/** Uses a name as an address, where nothing decodes it. */
export function addressNamed(name: string): Address {
  return name as Address
}

/** Uses a made-up record as a real one, where only the store is tested. */
export function branded<Record>(plain: Plain<Record>): Record {
  return plain as Record
}
