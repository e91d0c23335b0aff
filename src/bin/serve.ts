import { getCompileCacheDir } from 'node:module'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { createLogger } from '#api/observe-requests.ts'
import { BUILD } from '#config/build.ts'
import { loadEnvFile } from '#config/environment.ts'
import { type Config, readConfig } from '#config/read-config.ts'
import { type AssembledPortal, assemblePortal } from './assemble-portal.ts'
import { explainFailure, keepFilesPrivate } from './command.ts'
import { onStop } from './on-stop.ts'
import { readOptions } from './read-options.ts'

/** Besides SHUTDOWN_DELAY_MS. What is left undone then is gone on with as after a crash. */
const STOP_MS = 10_000

let stop: (signal: NodeJS.Signals) => Promise<void> = async () => {}

async function serve(config: Config): Promise<void> {
  const logger = createLogger(config.logLevel)
  logger.info({ ...BUILD }, 'Ferry starts')
  for (const warning of config.warnings) logger.warn(warning)
  if (getCompileCacheDir() === undefined)
    logger.info('what Node compiled for this user is not there, and can not be kept: starts take longer')
  const portal = await assemblePortal(config, {
    logger,
    onOtherKey: () => void process.kill(process.pid, 'SIGTERM'),
  })
  await portal.server.listen({ host: config.host, port: config.port })
  stop = (signal) => stopServing(portal, config, logger, signal)
}

/** Serves on for a while, so that balancers turn away first; then stops with the last answer. */
async function stopServing(
  portal: AssembledPortal,
  { shutdownDelayMs }: Config,
  logger: Logger,
  signal: NodeJS.Signals,
): Promise<void> {
  logger.info({ signal, shutdownDelayMs }, 'stopping')
  portal.announceStop()
  await delay(shutdownDelayMs)
  const closed = portal.close().then(() => true)
  if (await Promise.race([closed, delay(STOP_MS, false)])) logger.info('stopped')
  else logger.warn('stopped with work under way: it is gone on with at the next start')
}

// Node 24.0 and 24.1 do not know it.
if (import.meta.main ?? true) {
  readOptions(
    {
      name: 'npm start',
      does: 'Serves the portal. Its settings come from the environment or from .env: docs/operations/configuration.md.',
    },
    {},
  )
  try {
    // From the first moment on, and also before there is anything to stop: the first process of a container ignores the signal otherwise.
    onStop(async (signal) => {
      await stop(signal)
      process.exit(0)
    })
    keepFilesPrivate()
    loadEnvFile()
    await serve(await readConfig())
  } catch (error) {
    explainFailure('Ferry did not start.', error)
  }
}
