const TYPES = [
  'application/json',
  'text/csv',
  'application/vnd.ms-excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
]

const EXTENSION = /\.(?:(?:json|jsonl|ndjson|csv|tsv)(?:\.gz|\.zip)?|xlsx)$/i

/** True when a file may be a list of allocations, by its type or by its name. The server checks its content. */
export function isAllocationFileType({ name, type }: Pick<File, 'name' | 'type'>): boolean {
  return TYPES.includes(type) || EXTENSION.test(name)
}
