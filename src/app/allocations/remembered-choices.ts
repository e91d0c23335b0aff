import { createHash } from 'node:crypto'
import type { AppContext } from '#app/app-context.ts'
import type { ListProposal } from '#domain/list-preview.ts'

/** Remembers what a person chose for a file with these columns. Nothing depends on it: it is proposed to the next, who sees what it gives. */
export async function rememberChoices(
  { store }: AppContext,
  columns: readonly string[],
  { columns: chosen, unit, decimalMark }: ListProposal,
): Promise<void> {
  if (!chosen && !unit && !decimalMark) return
  const choices = JSON.stringify({ columns: chosen, unit, decimalMark })
  await store.listUploads.rememberChoices(keyOf(columns), choices).catch(() => {})
}

/** Reads what was chosen for a file with these columns; null where nothing was. */
export async function recallChoices(
  { store }: AppContext,
  columns: readonly string[],
): Promise<ListProposal | null> {
  const stored = await store.listUploads.choicesFor(keyOf(columns))
  if (stored === undefined) return null
  const { columns: chosen, unit, decimalMark } = Object(readJson(stored))
  return {
    ...(columns.includes(chosen?.address) &&
      columns.includes(chosen?.amount) && {
        columns: { address: String(chosen.address), amount: String(chosen.amount) },
      }),
    ...((unit === 'amountUA' || unit === 'amountWei') && { unit }),
    ...((decimalMark === '.' || decimalMark === ',') && { decimalMark }),
  }
}

/** Headers may be longer than an index takes. */
function keyOf(columns: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(columns)).digest('hex')
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
