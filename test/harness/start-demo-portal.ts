import type { AddressInfo } from 'node:net'
import { createLogger } from '#api/observe-requests.ts'
import type { AppContext } from '#app/app-context.ts'
import { assembleDemo, configureDemoSender, type DemoOptions } from '#lab/demo/assemble-demo.ts'
import { type DemoAccount, type DemoEnvironment, prepareDemoEnvironment } from '#lab/demo/demo-environment.ts'
import { connectRpc } from '#solana/connect-rpc.ts'
import { readMint } from '#solana/mint.ts'
import { builtPage } from './built-page.ts'
import { balanceReader } from './chain-state.ts'

/** Blocks are final after a third of a second; a transaction can land for seven and a half. */
const LOCALNET = { port: 0, slotMs: 50, finalizedAfterSlots: 6 }

/** The demo as `npm run demo` starts it, with quick blocks, on a free port. */
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
  /** Reads the base units of the demo's token in a wallet's token account on the chain. */
  balanceOf(solanaAddress: string): Promise<bigint>
  close(): Promise<void>
}

export interface DemoPortalOptions extends Pick<DemoOptions, 'settings' | 'demoWallet' | 'env'> {
  /** False leaves the bulk sender unconfigured. */
  configured?: boolean
  /** Clusters are identified by it: with mainnet's the localnet passes for mainnet. */
  genesisHash?: string
}

export async function startDemoPortal({
  configured = true,
  genesisHash,
  ...demoOptions
}: DemoPortalOptions = {}): Promise<DemoPortal> {
  await using parts = new AsyncDisposableStack()
  const distDir = await builtPage()
  const environment = await prepareDemoEnvironment({ ...LOCALNET, ...(genesisHash && { genesisHash }) })
  parts.defer(() => environment.close())

  const demo = await assembleDemo(environment, { ...demoOptions, logger: createLogger('fatal'), distDir })
  const { app, server, adminFlag, password } = demo
  parts.defer(demo.close)
  if (configured) await configureDemoSender(demo, environment, 1000)

  const rpc = connectRpc(environment.rpcUrl)
  const mint = await readMint(rpc, environment.mint)
  await server.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://localhost:${(server.server.address() as AddressInfo).port}`
  const started = parts.move()

  return {
    url,
    adminUrl: `${url}/?${adminFlag}`,
    adminFlag,
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
