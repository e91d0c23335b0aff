import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { createLogger } from '#api/create-logger.ts'
import { findAllocation } from '#app/allocations/find-allocation.ts'
import { submitClaim } from '#app/claims/submit-claim.ts'
import { configureSender } from '#app/senders/configure-sender.ts'
import { assemblePortal } from '#bin/assemble-portal.ts'
import { listenNear } from '#bin/listen-near.ts'
import { onStop } from '#bin/on-stop.ts'
import { consoleProgress } from '#bin/progress.ts'
import { readConfig } from '#config/read-config.ts'
import { prepareDemoEnvironment } from '#lab/demo/demo-environment.ts'
import { signClaim } from '#lab/environment/throwaway-holder.ts'

const CLAIMS_TO_BEGIN_WITH = 12
const FIRST_PORT = 3000
const progress = consoleProgress()

progress.step('Building the page')
const { build } = await import('vite')
await build({ configFile: fileURLToPath(new URL('../../vite.config.ts', import.meta.url)), logLevel: 'warn' })

progress.step('Starting a Solana localnet with a mint and a funded sending wallet')
const environment = await prepareDemoEnvironment()

progress.step('Starting the portal on a sample snapshot')
const password = randomBytes(12).toString('base64url')
const config = await readConfig({
  DATA_DIR: environment.dataDir,
  ALLOCATIONS_FILE: environment.allocationsFile,
  ADMIN_PASSWORD: password,
  SOLANA_RPC_URL: environment.rpcUrl,
})
const settings = { ...config.settings, tokenName: 'Ferry Demo', tokenSymbol: 'DEMO' }
const logger = createLogger('warn')
const { app, server, close } = await assemblePortal(
  { ...config, settings },
  { logger, demo: { accounts: environment.accounts } },
)
await configureSender(app, 'bulk', {
  rpcUrl: environment.rpcUrl,
  privateKey: environment.walletKeyJson,
  tokenMintAddress: environment.mint,
  batchSize: 10,
  delayMs: 2000,
  testKey: true,
})
for (const holder of environment.otherHolders.slice(0, CLAIMS_TO_BEGIN_WITH)) {
  const { amountUA } = await findAllocation(app, holder.address)
  await submitClaim(app, await signClaim(holder, amountUA, '0x38'))
}

const url = await listenNear(server, FIRST_PORT)
console.log(`
  Claim page    ${url}
  Admin panel   ${url}/?${config.adminFlag}
  Password      ${password}

  Connect the 'Demo Wallet' on the claim page: its accounts hold made-up allocations.
  In the panel, ${CLAIMS_TO_BEGIN_WITH} claims are queued and the bulk sender is configured for the localnet:
  token mint ${environment.mint}, sending wallet ${environment.walletAddress}, RPC ${environment.rpcUrl}

  Ctrl-C stops all of it and leaves nothing behind.
`)

onStop(async () => {
  progress.step('Stopping')
  await close()
  await environment.close()
  process.exit()
})
