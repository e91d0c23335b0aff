import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { endpoints } from '#api-schema/endpoints.ts'
import { type Environment, prepareEnvironment } from '#lab/environment/environment.ts'
import { type RunningMain, startMain } from './child-process.ts'

/** Rent and fees of a hundred thousand recipients, and more. */
export const WALLET_LAMPORTS = 10_000_000_000_000n
const ISSUER_LAMPORTS = 1_000_000_000_000n
const SUPPLY_BASE_UNITS = 18_000_000_000_000_000_000n

/** The form of transactions that a localnet takes, and its pace. */
export interface LocalnetForm {
  /** True where it takes v0 transactions alone. */
  v0: boolean
  slotMs: number
}

export function localnetArgs({ v0, slotMs }: LocalnetForm): string[] {
  return ['--slot-ms', String(slotMs), ...(v0 ? ['--v0'] : [])]
}

/** A localnet that finalizes soon: what is rehearsed waits for it again and again. */
export function quickLocalnet(form: Partial<LocalnetForm> = {}): string[] {
  return [...localnetArgs({ v0: false, slotMs: 50, ...form }), '--finalized-after-slots', '10']
}

/** Prepares an environment whose localnet has a process of its own. */
export async function prepareRehearsalEnvironment(localnetArgs: string[] = []): Promise<Environment> {
  const { answer: url, stop: close } = await startMain('lab/bin/localnet', {
    args: ['--port', '0', ...localnetArgs],
    ready: (line) => /^localnet (\S+)$/.exec(line)?.[1] ?? null,
  })
  return prepareEnvironment(
    { url, close },
    { lamports: WALLET_LAMPORTS, issuerLamports: ISSUER_LAMPORTS, supplyBaseUnits: SUPPLY_BASE_UNITS },
  )
}

/** A portal server in a process of its own. */
export interface RehearsalServer extends RunningMain {
  url: string
}

/** Starts the real server on the environment's folder; started again there, it goes on where it was. */
export async function startServer(
  environment: Pick<Environment, 'folder'>,
  settings: {
    allocationsFile: string
    adminPassword: string
    port: number
    env?: Record<string, string>
    /** In place of the product's own main. */
    main?: string
    /** Hears each line of its log. */
    onLine?(line: string): void
  },
): Promise<RehearsalServer> {
  const server = await startMain(settings.main ?? 'src/bin/serve', {
    env: {
      HOST: '127.0.0.1',
      PORT: String(settings.port),
      DATA_DIR: join(environment.folder, 'data'),
      ALLOCATIONS_FILE: settings.allocationsFile,
      ADMIN_PASSWORD: settings.adminPassword,
      // No public node is asked before there is a sender.
      SOLANA_RPC_URL: 'http://127.0.0.1:1',
      LOG_LEVEL: 'info',
      ...settings.env,
    },
    ready: (line) => /listening at (http:\/\/[^\s"]+)/i.exec(line)?.[1] ?? null,
    ...(settings.onLine && { onLine: settings.onLine }),
  })
  return { ...server, url: server.answer }
}

/** Waits until the server is ready, and tells after how many ms it was. */
export async function untilReady({ url }: RehearsalServer): Promise<number> {
  const startedMs = performance.now()
  while (!(await fetch(url + endpoints.public.ready.path)).ok) await delay(100)
  return Math.round(performance.now() - startedMs)
}

/** The options of a rehearsal. */
export interface RehearsalOptions {
  allocationsFile: string
  claimants: number
  /** The PORTAL_CONFIG of the server; null for the built-in settings. */
  portalConfig: string | null
  batchSize: number
  delayMs: number
  /** True where recipients have their token accounts already. */
  existingAccounts: boolean
  /** True where the funded wallet is a treasury, and a delegate of it pays. */
  treasury: boolean
  cluster: LocalnetForm
  /** The faults at the cluster during the payout. */
  faults: { profile: string; seed: number } | null
}
