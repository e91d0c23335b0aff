/** Programs for one eth_call each, which ask something of many addresses: the node runs them as the creation of a contract. */

/** Bytes of an address. */
export const ADDRESS_BYTES = 20

/** Gas for one address's answer: as much as a check of signatures takes to say that one is wrong, and no more for one that never ends. */
const PROBE_GAS = '0186a0'

/** 1 for an address with code. Takes the address from the stack, and leaves the answer. */
const HAS_CODE = ['3b', '15', '15'] // EXTCODESIZE ISZERO ISZERO

/** 2 for an address that answers the call with data, 1 for one that refuses it with data, 0 for any other. */
const probe = (callSize: string) => [
  ...['6000', '6000', `61${callSize}`, '6000', '84', `62${PROBE_GAS}`, 'fa'], // STATICCALL with all of the call data
  ...['6001', '01', '3d', '6003', '10', '02'], // (1 + success) × (more than three bytes came back)
  ...['90', '50'], // SWAP1 POP: the address goes
]

/**
 * Assembles a program: behind its code come the call data and the addresses, which it copies to memory. It goes through the addresses and
 * returns a zero byte (code of a contract must not begin with 0xef), and then one byte for each.
 */
function assemble(callSize: string, body: readonly string[]): string {
  const sizeOf = (parts: readonly string[]) => parts.join('').length / 2
  const hex = (value: number, bytes: number) => value.toString(16).padStart(bytes * 2, '0')
  // The stack from here on: total, place.
  const head = (size: number) => [
    ...[`61${hex(size, 2)}`, '38', '03'], // total = CODESIZE - size
    ...['80', `61${hex(size, 2)}`, '6000', '39'], // CODECOPY to 0
    `61${callSize}`, // place, behind the call data
  ]
  const loopAt = sizeOf(head(0))
  const test = (end: number) => ['5b', '81', '81', '10', '15', `61${hex(end, 2)}`, '57'] // until place >= total
  const each = [
    ...['80', '51', '6060', '1c'], // the address at place
    ...body,
    ...['6014', '82', `61${callSize}`, '90', '03', '04'], // (place - call data) / 20
    ...['83', '01', '6021', '01', '53'], // MSTORE8 at total + 33 + that
    ...['6014', '01', `61${hex(loopAt, 2)}`, '56'], // place + 20, and again
  ]
  const end = loopAt + sizeOf(test(0)) + sizeOf(each)
  const tail = [
    ...['5b', `61${callSize}`, '90', '03', '6014', '90', '04', '6001', '01'], // the number of addresses, and 1
    ...['90', '6020', '01', 'f3'], // RETURN from total + 32
  ]
  return [...head(end + sizeOf(tail)), ...test(end), ...each, ...tail].join('')
}

/** Makes the program that tells which of these addresses, 20 bytes each, have code. */
export function codeProgram(addresses: Buffer): `0x${string}` {
  return `0x${assemble('0000', HAS_CODE)}${addresses.toString('hex')}`
}

/** Makes the program that sends call data, at most 64 kB, to each of these addresses, and tells how it answers: 2, 1 or 0. */
export function probeProgram(callData: `0x${string}`, addresses: Buffer): `0x${string}` {
  const callSize = ((callData.length - 2) / 2).toString(16).padStart(4, '0')
  return `0x${assemble(callSize, probe(callSize))}${callData.slice(2)}${addresses.toString('hex')}`
}
