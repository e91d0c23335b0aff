import { createLogger } from '#api/create-logger.ts'
import { loadEnvFile } from '#config/load-env-file.ts'
import { type Config, readConfig } from '#config/read-config.ts'
import { assemblePortal } from './assemble-portal.ts'
import { explainStart } from './explain-start.ts'
import { keepFilesPrivate } from './keep-files-private.ts'
import { onStop } from './on-stop.ts'

/** A stop that takes longer is forced. */
const DRAIN_MS = 30_000

async function serve(config: Config): Promise<void> {
  const logger = createLogger(config.logLevel)
  for (const warning of config.warnings) logger.warn(warning)
  const { server, close } = await assemblePortal(config, {
    logger,
    onOtherKey: () => void process.kill(process.pid, 'SIGTERM'),
  })
  onStop(async (signal) => {
    logger.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), DRAIN_MS).unref()
    await close()
    logger.info('stopped')
  })
  await server.listen({ host: config.host, port: config.port })
}

try {
  keepFilesPrivate()
  loadEnvFile()
  await serve(await readConfig())
} catch (error) {
  explainStart('Ferry did not start.', error)
}
