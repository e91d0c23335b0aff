import { type AllocationField, type AmountField, readFieldName } from './allocation-entry.ts'
import { UnreadableFileError } from './unreadable-file-error.ts'

/** The positions of the fields in each row. */
export interface AllocationColumns {
  address: number
  amount: number
  amountField: AmountField
}

/** Reads a first row, which names the columns: address, and amountWei or amountUA. Throws UnreadableFileError. */
export function readAllocationColumns(
  cells: Iterable<readonly [index: number, name: string]>,
  row: number,
): AllocationColumns {
  const indexes = new Map<AllocationField, number>()
  for (const [index, cell] of cells) {
    const field = readFieldName(cell)
    if (!field) continue
    if (indexes.has(field)) throw new UnreadableFileError(`the column ${field} is named twice`, row)
    indexes.set(field, index)
  }
  const address = indexes.get('address')
  const amountWei = indexes.get('amountWei')
  const amountUA = indexes.get('amountUA')
  if (amountWei !== undefined && amountUA !== undefined) {
    throw new UnreadableFileError('both amountWei and amountUA are named: keep one of them', row)
  }
  const amount = amountWei ?? amountUA
  if (address === undefined || amount === undefined) {
    throw new UnreadableFileError(
      'the first row must name the columns: address,amountWei or address,amountUA',
      row,
    )
  }
  return { address, amount, amountField: amountWei === undefined ? 'amountUA' : 'amountWei' }
}
