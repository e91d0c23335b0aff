import { writeFileSync, readFileSync, existsSync } from 'node:fs'
import { Readable } from 'node:stream'
import { importAllocations } from '#portal/import-allocations.ts'
import { sampleClaim } from '../test/harness/sample-rows.ts'
import { startPortal } from '../test/harness/start-portal.ts'
const A = (n: number) => `0x${(n + 1).toString(16).padStart(40, '0')}`
const ferry = await startPortal()
const headers = await ferry.adminHeaders()
if (process.argv[2] === 'read') {
  const r = await importAllocations(ferry.portal, { fileName: 'lo.xlsx', bytes: Readable.from([readFileSync('/tmp/b/lo/holders.xlsx')]) })
  console.log(r, await ferry.portal.store.snapshots.findAllocation(A(1) as never))
} else {
  await importAllocations(ferry.portal, { fileName: 'h.csv', bytes: Readable.from([Buffer.from(['address,amountUA', ...Array.from({ length: 20 }, (_, n) => `${A(n)},${n}.5`)].join('\n'))]) })
  await ferry.portal.store.claims.insertMany([0, 1, 2].map((n) => sampleClaim({ evm_address: A(n), amount_ua: n === 0 ? '1234567.123456789012345678' : `${n}.5`, sol_address: n === 1 ? '=HYPERLINK("http://x")' : `W${n}`, submitted_at_ms: 1_700_000_000_000 })))
  for (const f of ['export.csv', 'export-submitted.xlsx', 'export-remaining.xlsx']) writeFileSync(`/tmp/b/lo/${f}`, (await ferry.server.inject({ url: `/api/admin/${f}`, headers })).rawPayload)
}
await ferry.close()
