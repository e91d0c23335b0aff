import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { createLogger } from '#api/create-logger.ts'
import type { AppContext } from '#app/app-context.ts'
import { configureSender } from '#app/senders/configure-sender.ts'
import { assemblePortal } from '#bin/assemble-portal.ts'
import { readConfig } from '#config/read-config.ts'
import type { PortalSettings } from '#domain/portal-settings.ts'
import { type DemoAccount, type DemoEnvironment, prepareDemoEnvironment } from '#lab/demo/demo-environment.ts'
import { connectRpc } from '#solana/connect-rpc.ts'
import { readMint } from '#solana/mint.ts'
import { balanceReader } from './balance-reader.ts'
import { builtPage } from './built-page.ts'

/** Blocks are final after a third of a second; a transaction can land for seven and a half. */
const LOCALNET = { port: 0, slotMs: 50, finalizedAfterSlots: 6 }

/** What `npm run demo` starts, with quick blocks, on a free port. */
export interface DemoPortal {
  /** The claim page. */
  url: string
  adminUrl: string
  adminFlag: string
  password: string
  app: AppContext
  environment: DemoEnvironment
  /** An account of the demo's wallet. */
  account(label: string): DemoAccount
  /** Base units of the demo's token that the chain shows in a wallet's token account. */
  balanceOf(solanaAddress: string): Promise<bigint>
  close(): Promise<void>
}

export interface DemoPortalOptions {
  settings?: Partial<PortalSettings>
  /** False leaves the claim page without the demo's wallet. */
  demoWallet?: boolean
  /** False leaves the bulk sender without its wallet. */
  configured?: boolean
  /** Clusters are told apart by it: mainnet's makes the localnet pass for mainnet. */
  genesisHash?: string
  /** Variables besides those that the demo sets itself. */
  env?: Record<string, string>
}

export async function startDemoPortal({
  settings,
  demoWallet = true,
  configured = true,
  genesisHash,
  env,
}: DemoPortalOptions = {}): Promise<DemoPortal> {
  await using parts = new AsyncDisposableStack()
  const distDir = await builtPage()
  const environment = await prepareDemoEnvironment({ ...LOCALNET, ...(genesisHash && { genesisHash }) })
  parts.defer(() => environment.close())

  const password = randomBytes(12).toString('base64url')
  const config = await readConfig({
    DATA_DIR: environment.dataDir,
    ALLOCATIONS_FILE: environment.allocationsFile,
    ADMIN_PASSWORD: password,
    SOLANA_RPC_URL: environment.rpcUrl,
    ...env,
  })
  const { app, server, close } = await assemblePortal(
    {
      ...config,
      settings: { ...config.settings, tokenName: 'Ferry Demo', tokenSymbol: 'DEMO', ...settings },
    },
    {
      logger: createLogger('fatal'),
      distDir,
      demo: demoWallet ? { accounts: environment.accounts } : undefined,
    },
  )
  parts.defer(close)
  if (configured) {
    await configureSender(app, 'bulk', {
      rpcUrl: environment.rpcUrl,
      privateKey: environment.walletKeyJson,
      tokenMintAddress: environment.mint,
      batchSize: 10,
      delayMs: 1000,
      testKey: true,
    })
  }

  const rpc = connectRpc(environment.rpcUrl)
  const mint = await readMint(rpc, environment.mint)
  await server.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://localhost:${(server.server.address() as AddressInfo).port}`
  const started = parts.move()

  return {
    url,
    adminUrl: `${url}/?${config.adminFlag}`,
    adminFlag: config.adminFlag,
    password,
    app,
    environment,
    account(label) {
      const found = environment.accounts.find((account) => account.label.startsWith(label))
      if (!found) throw new Error(`The demo's wallet has no account of ${label}`)
      return found
    },
    balanceOf: balanceReader(rpc, mint),
    close: () => started.disposeAsync(),
  }
}
