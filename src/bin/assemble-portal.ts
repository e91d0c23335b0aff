import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createServer, type ServerOptions } from '#api/create-server.ts'
import { loadAllocationsAtStart } from '#app/allocations/reload-allocations.ts'
import type { AppContext } from '#app/app-context.ts'
import { assertOwnKey } from '#app/assert-own-key.ts'
import { createClaimWriter } from '#app/claims/claim-writer.ts'
import { createDestinationLookup } from '#app/claims/destination-lookup.ts'
import { createPaymentAuthorization } from '#app/payouts/payment-authorization.ts'
import { openSenderKey } from '#app/senders/sender-key.ts'
import { createSignInQueue } from '#app/sessions/sign-in-queue.ts'
import { createAllocationSeal } from '#config/allocation-seal.ts'
import { keyFingerprint } from '#config/key-fingerprint.ts'
import type { Config } from '#config/read-config.ts'
import { createRecordSeal } from '#config/record-seal.ts'
import { createSecretBox } from '#config/secret-box.ts'
import { VERSION } from '#config/version.ts'
import { createOneAtATime } from '#domain/one-at-a-time.ts'
import { StoreUnavailableError } from '#domain/store-unavailable-error.ts'
import { createAccountCheck } from '#evm/account-check.ts'
import { startSignerCheck } from '#evm/signer-check.ts'
import { systemClock } from '#payout/clock.ts'
import { createPayouts } from '#payout/payouts.ts'
import { createRecipientCache } from '#payout/recipient-cache.ts'
import { connectRpc } from '#solana/connect-rpc.ts'
import { openStore } from '#store/store.ts'

export interface AssembledPortal {
  app: AppContext
  /** The HTTP server, ready to listen. */
  server: FastifyInstance
  /** Finishes the work under way and releases all resources. */
  close(): Promise<void>
}

export interface AssemblyOptions extends Pick<ServerOptions, 'demo' | 'maxUploadBytes' | 'bodyTimeLimits'> {
  logger: Logger
  /** The folder that `npm run build` writes the page to. */
  distDir?: string
}

/** Composes the server, loads the allocations where there are none yet, and resumes unfinished runs. */
export async function assemblePortal(config: Config, options: AssemblyOptions): Promise<AssembledPortal> {
  const { logger } = options
  await using parts = new AsyncDisposableStack()

  const seals = createRecordSeal(config.secretsKey)
  const store = await openStore(config.databaseLocation, seals, {
    ...config.database,
    onWait: (err) => logger.warn({ why: err.message, err: err.cause }, 'the start waits for the database'),
  })
  parts.defer(() => store.close())
  const secrets = createSecretBox(config.secretsKey, 'sending-key')
  await assertOwnKey(store, keyFingerprint(config.secretsKey), secrets)

  const signers = await startSignerCheck((err) => logger.error({ err }, 'the signature worker ended'))
  parts.defer(() => signers.close())
  logSigners(logger, signers.engine)

  const accounts = await createAccountCheck({
    signers,
    rpcUrls: config.evmRpcUrls,
    onTrouble: (err) => logger.error({ err }, 'contract wallets can not be checked'),
  })
  void accounts.probe()

  const recipients = createRecipientCache(systemClock)
  const payouts = createPayouts({
    store,
    connect: (url) => connectRpc(url, config.solanaVerifyRpcUrl === null ? {} : { retries: 1 }),
    secondNodeUrl: config.solanaVerifyRpcUrl,
    openKey: (sender) => openSenderKey(secrets, sender),
    authorization: createPaymentAuthorization({ store, signers, seals }),
    recipients,
    onError: (err, runId) => {
      if (err instanceof StoreUnavailableError)
        logger.warn({ why: err.message, runId }, 'payouts wait for the database')
      else logger.error({ err, runId }, 'a run was interrupted')
    },
  })
  parts.defer(() => payouts.close())

  const app: AppContext = {
    settings: config.settings,
    store,
    signers,
    accounts,
    claimWriter: createClaimWriter(store.claims),
    adminPassword: config.adminPassword,
    signInQueue: createSignInQueue(),
    payouts,
    recipients,
    destinations: createDestinationLookup(store.senders, connectRpc),
    secrets,
    hasVerifyNode: config.solanaVerifyRpcUrl !== null,
    seals,
    allocationSeals: createAllocationSeal(config.secretsKey),
    onListChanged: (why) => logger.error({ why }, 'the holder list was changed outside of Ferry'),
    solanaRpcUrl: config.solanaRpcUrl,
    allocationsFile: config.allocationsFile,
    imports: createOneAtATime(),
    now: Date.now,
  }
  const loaded = await loadAllocationsAtStart(app)
  if (loaded) logger.info(loaded, 'the allocations were loaded')

  const server = await createServer({
    app,
    logger,
    version: VERSION,
    distDir: options.distDir ?? fileURLToPath(new URL('../../dist', import.meta.url)),
    adminFlag: config.adminFlag,
    trustProxy: config.trustProxy,
    maxUploadBytes: options.maxUploadBytes,
    uploadDir: join(config.dataDir, 'tmp'),
    bodyTimeLimits: options.bodyTimeLimits,
    demo: options.demo,
  })
  parts.defer(() => server.close())
  await server.ready()
  await payouts.resume()

  const assembled = parts.move()
  return { app, server, close: () => assembled.disposeAsync() }
}

function logSigners(logger: Logger, engine: string): void {
  if (engine === 'secp256k1-native') logger.info({ engine }, 'signatures are checked natively')
  else logger.warn({ engine }, 'no native binding for signatures fits this machine: a slower one is used')
}
