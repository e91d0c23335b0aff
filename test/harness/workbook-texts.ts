import { DEFAULT_XLSX_LIMITS } from '#lists/xlsx/open-xlsx.ts'
import { readXlsxRows } from '#lists/xlsx/read-xlsx-rows.ts'

/** The texts of a workbook's cells, row by row. */
export async function workbookTexts(content: Buffer, columns: number): Promise<(string | null)[][]> {
  const rows: (string | null)[][] = []
  for await (const page of readXlsxRows(content, columns, DEFAULT_XLSX_LIMITS)) {
    for (const { cells } of page) {
      rows.push([...cells.values()].map((cell) => (cell.kind === 'other' ? null : cell.text)))
    }
  }
  return rows
}
