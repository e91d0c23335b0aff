import { createLogger } from '#api/observe-requests.ts'
import { assemblePortal } from '#bin/assemble-portal.ts'
import { onStop } from '#bin/on-stop.ts'
import { readConfig } from '#config/read-config.ts'

/** The server as `npm start` runs it, with the page that was built into PAGE_FOLDER. */

const config = await readConfig()
const logger = createLogger(config.logLevel)
const portal = await assemblePortal(config, { logger, distDir: process.env.PAGE_FOLDER ?? '' })
onStop(async () => {
  portal.announceStop()
  await portal.close()
  process.exit(0)
})
await portal.server.listen({ host: config.host, port: config.port })
