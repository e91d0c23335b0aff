import { formatDecimalUnits } from '#domain/amounts.ts'

/** Names a holder list as something that somebody made. */
export const listSubject = (snapshotId: number) => `list ${snapshotId}`

/** Names a distribution as something that somebody made. */
export const distributionSubject = (id: string) => `distribution ${id}`

/** "30,000.5 MOON". */
export function tokensOf(units: bigint, decimals: number, name: string): string {
  const [whole = '0', fraction] = formatDecimalUnits(units, decimals).split('.')
  const grouped = BigInt(whole).toLocaleString('en-US')
  return `${fraction === undefined ? grouped : `${grouped}.${fraction}`} ${name}`
}
