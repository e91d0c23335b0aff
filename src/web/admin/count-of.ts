import { groupThousands } from '#web/ui/group-thousands.ts'

/** "1 transaction", "1,200 transactions". */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${groupThousands(count)} ${count === 1 ? one : many}`
}
