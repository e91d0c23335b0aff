import { expect, test } from 'vitest'
import { isAllocationFileType } from './AllocationUpload.tsx'

test.each([
  ['snapshot.json', '', true],
  ['snapshot.CSV', '', true],
  ['snapshot.csv.gz', 'application/gzip', true],
  ['snapshot.json.gz', 'application/gzip', true],
  ['snapshot.xlsx', '', true],
  ['snapshot.jsonl', '', true],
  ['snapshot.tsv.gz', 'application/gzip', true],
  ['snapshot.csv.zip', 'application/zip', true],
  ['snapshot', 'text/csv', true],
  ['snapshot.txt', 'text/plain', false],
  ['snapshot.tar.gz', 'application/gzip', false],
  ['snapshot.zip', 'application/zip', false],
  ['json', '', false],
])('%s of type "%s": %s', (name, type, accepted) => {
  expect(isAllocationFileType({ name, type })).toBe(accepted)
})
