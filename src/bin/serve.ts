import { createLogger } from '#api/create-logger.ts'
import { ConfigError } from '#config/config-error.ts'
import { loadEnvFile } from '#config/load-env-file.ts'
import { type Config, readConfig } from '#config/read-config.ts'
import { PortalError } from '#domain/portal-error.ts'
import { assemblePortal } from './assemble-portal.ts'
import { onStop } from './on-stop.ts'

/** A stop that takes longer is forced. */
const DRAIN_MS = 30_000

async function serve(config: Config): Promise<void> {
  const logger = createLogger(config.logLevel)
  const { server, close } = await assemblePortal(config, { logger })
  onStop(async (signal) => {
    logger.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), DRAIN_MS).unref()
    await close()
    logger.info('stopped')
  })
  await server.listen({ host: config.host, port: config.port })
}

function explain(error: unknown): void {
  const isOperators = error instanceof ConfigError || error instanceof PortalError
  console.error('Ferry did not start.', isOperators ? `\n${error.message}` : error)
  if (error instanceof PortalError)
    for (const { where, problem } of error.details ?? []) console.error(`${where}: ${problem}`)
  process.exit(1)
}

try {
  loadEnvFile()
  await serve(await readConfig())
} catch (error) {
  explain(error)
}
