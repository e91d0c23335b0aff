import { HOSTILE_ARCHIVES } from './hostile-archives.ts'
import type { HostileFile } from './hostile-file.ts'
import { HOSTILE_JSON } from './hostile-json.ts'
import { HOSTILE_TABLES } from './hostile-tables.ts'
import { HOSTILE_WORKBOOKS } from './hostile-workbooks.ts'

/** Files that no holder list is to be made of without a question. They are the same each time. */
export const HOSTILE_FILES: readonly HostileFile[] = [
  ...HOSTILE_ARCHIVES,
  ...HOSTILE_JSON,
  ...HOSTILE_TABLES,
  ...HOSTILE_WORKBOOKS,
]
