import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { createLogger } from '#api/observe-requests.ts'
import { findAllocation } from '#app/allocations/public-list.ts'
import { submitClaim } from '#app/claims/submit-claim.ts'
import { onStop } from '#bin/on-stop.ts'
import { consoleProgress, readOptions } from '#bin/read-options.ts'
import { siweTermsOf } from '#domain/claim-message.ts'
import { assembleDemo, configureDemoSender } from '#lab/demo/assemble-demo.ts'
import { prepareDemoEnvironment } from '#lab/demo/demo-environment.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { signClaim } from '#lab/environment/throwaway-holder.ts'

const { built, host } = readOptions(
  {
    name: 'npm run demo',
    does: 'Serves a portal with a localnet, a sample snapshot and a demo wallet until Ctrl-C. Nothing of it stays.',
  },
  {
    built: { type: 'boolean', help: 'Serves the page as npm run build has made it' },
    host: { type: 'string', default: '127.0.0.1', help: 'Where it listens' },
  },
)

const CLAIMS_TO_BEGIN_WITH = 12
const FIRST_PORT = 3000
const PORTS_TO_TRY = 20
const progress = consoleProgress()

if (!built) {
  progress.step('Building the page')
  const { createBuilder } = await import('vite')
  const configFile = fileURLToPath(new URL('../../vite.config.ts', import.meta.url))
  await (await createBuilder({ configFile, logLevel: 'warn' })).buildApp()
}

progress.step('Starting a Solana localnet with a mint and a funded sending wallet')
const environment = await prepareDemoEnvironment()

progress.step('Starting the portal on a sample snapshot')
const demo = await assembleDemo(environment, { logger: createLogger('error') })
await configureDemoSender(demo, environment, 2000)
for (const holder of environment.otherHolders.slice(0, CLAIMS_TO_BEGIN_WITH)) {
  const { amountUA, fileHash } = await findAllocation(demo.app, holder.address)
  const siweTerms = siweTermsOf(demo.app.settings, fileHash)
  await submitClaim(demo.app, await signClaim(holder, amountUA, '0x38', siweTerms), null)
}

const url = await listenNear(demo.server, host, FIRST_PORT)
console.log(`
  Claim page    ${url}
  Admin panel   ${url}/?${demo.adminFlag}
  Password      ${demo.password}

  Connect the 'Demo Wallet' on the claim page: its accounts hold made-up allocations. Without a
  Solana wallet at hand, claim to ${freshSolanaAddress()}, which is nobody's.
  In the panel, ${CLAIMS_TO_BEGIN_WITH} claims are queued and the bulk sender is configured for the localnet:
  token mint ${environment.mint}, sending wallet ${environment.walletAddress}, RPC ${environment.rpcUrl}

  Ctrl-C stops all of it and leaves nothing behind.
`)

onStop(async () => {
  progress.step('Stopping')
  await demo.close()
  await environment.close()
  process.exit()
})

/** Listens on the first free port from `firstPort` on. Returns the address to open on this machine. */
async function listenNear(server: FastifyInstance, host: string, firstPort: number): Promise<string> {
  for (let port = firstPort; port < firstPort + PORTS_TO_TRY; port++) {
    try {
      await server.listen({ host, port })
      return `http://localhost:${port}`
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    }
  }
  throw new Error(`No port from ${firstPort} to ${firstPort + PORTS_TO_TRY - 1} is free`)
}
