import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { endpoints } from '#api-schema/endpoints.ts'
import { BUILD } from '#config/build.ts'
import { MIGRATIONS } from '#store/migrations/migrations.ts'
import { callEndpoint } from './call-endpoint.ts'
import { loadHolders, makeHolder, signClaim } from './holders.ts'
import { type Release, readTables } from './release-store.ts'
import { seedEveryTable } from './seed-every-table.ts'
import { startPortal } from './start-portal.ts'

/** Writes the store of the present version, for the versions after it to be upgraded from: real claims and a list, and made-up rows. */
const folder = mkdtempSync(join(tmpdir(), 'ferry-release-'))
const location = join(folder, 'ferry.sqlite')
const secretsKey = Buffer.alloc(32, 7).toString('base64')
const environment = { DATA_DIR: folder, SECRETS_KEY: secretsKey }
const holders = [makeHolder(), makeHolder()]
const [claimed = makeHolder(), allocated = makeHolder()] = holders

const portal = await startPortal({ environment })
await loadHolders(portal.app, holders)
const answer = await callEndpoint(portal.server, endpoints.public.submitClaim, {
  body: await signClaim(claimed),
})
if (answer.statusCode !== 200) throw new Error(answer.body)
await portal.app.store.claimControls.change(
  { claimsOpenAtMs: null, claimsCloseAtMs: null, isPaused: false, pauseMessage: null, banner: null },
  { banner: { text: 'Claims are open.', severity: 'info' } },
  { atMs: 1, action: 'change_claim_controls', subject: 'claims', detail: '' },
)
await portal.close()
await seedEveryTable(location, { claims: 12, payments: 10 })
// Its lists are made up: the one in force is a real one again.
const again = await startPortal({ environment })
await loadHolders(again.app, holders)
await again.close()

const release: Release = {
  version: BUILD.version,
  secretsKey,
  migrations: Object.keys(MIGRATIONS),
  claimed: claimed.account.address,
  allocated: allocated.account.address,
  tables: await readTables(location),
}
const releases = fileURLToPath(new URL('../database/releases', import.meta.url))
mkdirSync(releases, { recursive: true })
const file = join(releases, `${BUILD.version}.json`)
writeFileSync(file, `${JSON.stringify(release, null, 1)}\n`)
rmSync(folder, { recursive: true, force: true })
console.log(`${file} was written.`)
