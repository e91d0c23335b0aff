import { randomBytes } from 'node:crypto'
import { configureSender } from '#app/senders/configure-sender.ts'
import { type AssembledPortal, type AssemblyOptions, assemblePortal } from '#bin/assemble-portal.ts'
import { readConfig } from '#config/read-config.ts'
import type { PortalSettings } from '#domain/portal-settings.ts'
import type { DemoEnvironment } from './demo-environment.ts'

export interface DemoOptions extends Pick<AssemblyOptions, 'logger' | 'distDir'> {
  settings?: Partial<PortalSettings>
  /** False leaves the claim page without the demo's wallet. */
  demoWallet?: boolean
  /** Variables besides those that the demo sets itself. */
  env?: Record<string, string>
}

/** A portal on the environment's sample snapshot, with its admin password. */
export interface AssembledDemo extends AssembledPortal {
  adminFlag: string
  password: string
}

export async function assembleDemo(
  environment: DemoEnvironment,
  { settings, demoWallet = true, env, ...options }: DemoOptions,
): Promise<AssembledDemo> {
  const password = randomBytes(12).toString('base64url')
  const config = await readConfig({
    DATA_DIR: environment.dataDir,
    ALLOCATIONS_FILE: environment.allocationsFile,
    ADMIN_PASSWORD: password,
    SOLANA_RPC_URL: environment.rpcUrl,
    ...env,
  })
  const portal = await assemblePortal(
    {
      ...config,
      settings: { ...config.settings, tokenName: 'Ferry Demo', tokenSymbol: 'DEMO', ...settings },
    },
    { ...options, demo: demoWallet ? { accounts: environment.accounts } : undefined },
  )
  return { ...portal, adminFlag: config.adminFlag, password }
}

/** Sets the environment's wallet and token for the bulk sender. */
export async function configureDemoSender(
  { app }: Pick<AssembledPortal, 'app'>,
  environment: DemoEnvironment,
  delayMs: number,
): Promise<void> {
  await configureSender(app, 'bulk', {
    rpcUrl: environment.rpcUrl,
    privateKey: environment.walletKeyJson,
    tokenMintAddress: environment.mint,
    batchSize: 10,
    delayMs,
    testKey: true,
  })
}
