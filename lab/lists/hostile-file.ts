/** A file that is to be refused, or asked about: never taken as it is. */
export interface HostileFile {
  name: string
  make(): Buffer | Promise<Buffer>
}

export const HOLDER_A = `0x${'a1'.repeat(20)}`
export const HOLDER_B = `0x${'b2'.repeat(20)}`
export const HOLDER_C = `0x${'c3'.repeat(20)}`

/** A list that is taken as it is. */
export const SOUND_CSV = `address,amountUA\n${HOLDER_A},1.5\n${HOLDER_B},2.5\n${HOLDER_C},3.5\n`

/** Names files one by one: "gzip, cut off 3". */
export function numbered(
  name: string,
  count: number,
  make: (index: number) => Buffer | Promise<Buffer>,
): HostileFile[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `${name} ${index + 1}`,
    make: () => make(index),
  }))
}

/** Turns one bit, at an even share of the way from one place to another. */
export function withFlippedBit(bytes: Buffer, from: number, to: number, share: number): Buffer {
  const turned = Buffer.from(bytes)
  const at = Math.min(from + Math.floor((to - from) * share), to - 1)
  turned[at] = (turned[at] ?? 0) ^ (1 << (at % 8))
  return turned
}
