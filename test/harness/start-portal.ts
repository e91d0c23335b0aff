import { deepEqual } from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { UNDECLARED_CODE } from '#api/answer-error.ts'
import { createLogger } from '#api/observe-requests.ts'
import type { AnyInput, Route } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import type { AppContext } from '#app/app-context.ts'
import { type AssemblyOptions, assemblePortal } from '#bin/assemble-portal.ts'
import { readAdminPassword } from '#config/admin-password.ts'
import { readConfig } from '#config/read-config.ts'
import { type CallOptions, callEndpoint } from './call-endpoint.ts'

export const ADMIN_PASSWORD = 'correct horse battery staple'

/** Of ADMIN_PASSWORD: as the server takes it, and one that costs the many sign-ins of the tests less. */
const ADMIN_PASSWORD_HASH =
  'scrypt$32768$8$3$cGVwcGVyYW5kc2FsdDEyMw==$QpMMcr6WnddzdMW9DGvTlcw748yy3Q23yIoW9klkd9M='
const CHEAP_HASH = 'scrypt$16384$8$1$cGVwcGVyYW5kc2FsdDEyMw==$3OL/5rm1SjqDobahITXgQGVmVvQL0DtaD0gU02ENOSg='

/** Nobody listens there: no test asks a public node. */
const NO_NODE = 'http://127.0.0.1:1'

/** Of every portal on a PostgreSQL, unless it is given another. */
const SHARED_KEY = Buffer.alloc(32, 7).toString('base64')

export const PAGES = {
  'index.html': '<!doctype html><html><head><title>Claim</title></head><body>claim</body></html>',
  'admin.html': '<!doctype html><html><head><title>Admin</title></head><body>admin</body></html>',
  'verify.html': '<!doctype html><html><head><title>Check</title></head><body>check</body></html>',
  'demo-wallet.js': 'export {}',
  'assets/claim-abc123.js': 'export {}',
}

/** A whole portal on a folder of its own, built as `npm start` builds it. */
export interface TestPortal {
  server: FastifyInstance
  app: AppContext
  folder: string
  /** Its store. */
  databaseFile: string
  /** The log so far: one JSON line for each entry. */
  logLines: string[]
  /** Listens on a free port, for tests that need real HTTP. */
  listen(): Promise<string>
  /** Asks an endpoint as a visitor does. */
  ask(endpoint: Route, input?: AnyInput, options?: CallOptions): Promise<LightMyRequestResponse>
  /** Calls an endpoint as an administrator, who signs in at the first call. */
  call(endpoint: Route, input?: AnyInput): Promise<LightMyRequestResponse>
  /** Headers of an administrator who has signed in anew. */
  adminHeaders(): Promise<{ authorization: string }>
  announceStop(): void
  /** Fails where an endpoint has answered a code that its table entry lacks. */
  close(): Promise<void>
}

export interface TestPortalOptions extends Omit<AssemblyOptions, 'logger' | 'distDir'> {
  environment?: Record<string, string>
  /** The content of PORTAL_CONFIG. */
  settings?: Record<string, unknown>
  /** False where the web page is not built. */
  pages?: boolean
}

export async function startPortal(options: TestPortalOptions = {}): Promise<TestPortal> {
  const { environment, settings, pages = true, ...assembly } = options
  const folder = mkdtempSync(join(tmpdir(), 'ferry-portal-'))
  const distDir = join(folder, 'dist')
  if (pages) writePages(distDir)
  const dataDir = join(folder, 'data')
  const variables: Record<string, string> = {
    DATA_DIR: dataDir,
    ADMIN_PASSWORD_HASH,
    SOLANA_RPC_URL: NO_NODE,
  }
  if (settings) {
    variables.PORTAL_CONFIG = join(folder, 'portal.json')
    writeFileSync(variables.PORTAL_CONFIG, JSON.stringify(settings))
  }
  // Servers that share a database have to be given one.
  if (environment?.DATABASE_URL) variables.SECRETS_KEY = SHARED_KEY
  const logLines: string[] = []
  const logger = createLogger('trace', { write: (line) => logLines.push(line) })
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  const hasOwnPassword = environment?.ADMIN_PASSWORD_HASH ?? environment?.ADMIN_PASSWORD
  const cheapPassword = hasOwnPassword ? null : readAdminPassword(CHEAP_HASH)
  const assembling = readConfig({ ...variables, ...environment }).then((config) =>
    assemblePortal(
      { ...config, adminPassword: cheapPassword ?? config.adminPassword },
      { ...assembly, logger, distDir },
    ),
  )
  const { server, app, announceStop, close } = await assembling.catch((error: unknown) => {
    removeFolder()
    throw error
  })

  const ask: TestPortal['ask'] = (...request) => callEndpoint(server, ...request)
  async function adminHeaders() {
    const response = await ask(endpoints.admin.login, { body: { password: ADMIN_PASSWORD } })
    return { authorization: `Bearer ${response.json().token}` }
  }
  let signedIn: ReturnType<typeof adminHeaders> | undefined

  return {
    server,
    app,
    folder,
    announceStop,
    ask,
    async call(endpoint, input) {
      signedIn ??= adminHeaders()
      return ask(endpoint, input, { headers: await signedIn })
    },
    adminHeaders,
    databaseFile: join(dataDir, 'ferry.sqlite'),
    logLines,
    async listen() {
      await server.listen({ host: '127.0.0.1', port: 0 })
      return `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
    },
    async close() {
      await close()
      removeFolder()
      deepEqual(
        logLines.filter((line) => line.includes(UNDECLARED_CODE)),
        [],
      )
    },
  }
}

function writePages(distDir: string): void {
  mkdirSync(join(distDir, 'assets'), { recursive: true })
  for (const [name, content] of Object.entries(PAGES)) writeFileSync(join(distDir, name), content)
}
