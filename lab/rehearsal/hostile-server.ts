import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endpoints } from '#api-schema/endpoints.ts'
import { startPostgres } from '#lab/environment/start-postgres.ts'
import { type RehearsalServer, startServer } from './rehearsal-environment.ts'

export const ADMIN_PASSWORD = 'a password for hostile clients'

/** On the list of the server. */
export const HOLDER = `0x${'a1'.repeat(20)}`

/** The real server with one holder, to be attacked. */
export interface HostileServer extends AsyncDisposable {
  url: string
  process: RehearsalServer['process']
}

export interface HostileServerOptions {
  postgres: boolean
  trustProxy: 'on' | 'off'
  /** More variables. */
  env?: Record<string, string>
}

export async function startHostileServer(options: HostileServerOptions): Promise<HostileServer> {
  await using parts = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'ferry-hostile-'))
  parts.defer(() => rm(folder, { recursive: true, force: true }))
  const allocationsFile = join(folder, 'holders.csv')
  await writeFile(allocationsFile, `address,amountWei\n${HOLDER},1000000000000000000\n`)
  const env: Record<string, string> = {
    TRUST_PROXY: options.trustProxy,
    SECRETS_KEY: randomBytes(32).toString('base64'),
    // Nothing listens there, and it says so at once.
    SOLANA_RPC_URL: 'http://127.0.0.1:1',
    ...options.env,
  }
  if (options.postgres) {
    const postgres = await startPostgres()
    parts.defer(() => postgres.stop())
    env.DATABASE_URL = await postgres.createDatabase()
  }
  const settings = { allocationsFile, adminPassword: ADMIN_PASSWORD, port: 0, env }
  const server = await startServer({ folder }, settings)
  parts.defer(() => server.stop())
  const started = parts.move()
  return { url: server.url, process: server.process, [Symbol.asyncDispose]: () => started.disposeAsync() }
}

/** Signs in as a client at an address, behind the proxy that the server trusts. */
export function signInFrom(
  url: string,
  password: string,
  address: string,
  cookie?: string,
): Promise<Response> {
  return fetch(url + endpoints.admin.login.path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': address,
      ...(cookie !== undefined && { cookie }),
    },
    body: JSON.stringify({ password }),
  })
}

export async function tokenOf(url: string): Promise<string> {
  const response = await signInFrom(url, ADMIN_PASSWORD, '192.0.2.77')
  const { token } = (await response.json()) as { token: string }
  return token
}
