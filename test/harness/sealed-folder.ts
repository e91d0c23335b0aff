import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { acceptedOf, fillSealedStore } from './sealed-store.ts'
import { startPortal } from './start-portal.ts'

type Accepted = Awaited<ReturnType<typeof acceptedOf>>

/** A DATA_DIR with two of everything that is sealed, of a server that was stopped. */
export interface SealedFolder {
  dataDir: string
  acceptedBefore: Accepted
  /** Starts a server on it, and counts what it accepts. */
  accepted(secretsKey?: string): Promise<Accepted>
  remove(): void
}

export async function makeSealedFolder(): Promise<SealedFolder> {
  const folder = mkdtempSync(join(tmpdir(), 'ferry-sealed-'))
  const dataDir = join(folder, 'data')
  const portal = await startPortal({ environment: { DATA_DIR: dataDir } })
  const filled = await fillSealedStore(portal)
  const acceptedBefore = await acceptedOf(portal.app, filled)
  await portal.close()
  return {
    dataDir,
    acceptedBefore,
    async accepted(secretsKey) {
      const environment = { DATA_DIR: dataDir, ...(secretsKey && { SECRETS_KEY: secretsKey }) }
      const again = await startPortal({ environment })
      const accepted = await acceptedOf(again.app, filled)
      await again.close()
      return accepted
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
