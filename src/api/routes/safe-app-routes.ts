import { readFile } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { PortalSettings } from '#domain/portal-settings.ts'

const OWN_ICON = new URL('../../web/ui/boat.svg', import.meta.url)

/** The manifest's name of the icon's path. */
const ICON_PATH = 'safe-app-icon'

/** Serves what a Safe reads before it shows the page as one of its apps. Nothing unless the settings name its origin. */
export async function serveSafeApp(server: FastifyInstance, settings: PortalSettings): Promise<void> {
  const { tokenName, safeAppOrigins, logoUrl } = settings
  if (safeAppOrigins.length === 0) return
  const icon = logoUrl === null ? { type: 'image/svg+xml', bytes: await readFile(OWN_ICON) } : decode(logoUrl)

  server.get('/manifest.json', (_request, reply) =>
    open(reply).send({
      name: `Claim ${tokenName}`,
      description: `Claim ${tokenName} on Solana with what this Safe held at the snapshot.`,
      iconPath: ICON_PATH,
    }),
  )
  server.get(`/${ICON_PATH}`, (_request, reply) => open(reply).type(icon.type).send(icon.bytes))
}

/** A Safe's page reads these from its own origin. There is nothing secret in them. */
function open(reply: FastifyReply): FastifyReply {
  return reply
    .header('Access-Control-Allow-Origin', '*')
    .header('Access-Control-Allow-Methods', 'GET')
    .header('Access-Control-Allow-Headers', 'X-Requested-With, content-type, Authorization')
    .header('Cross-Origin-Resource-Policy', 'cross-origin')
}

function decode(dataUrl: string): { type: string; bytes: Buffer } {
  const [head = '', content = ''] = dataUrl.split(',')
  return { type: head.slice('data:'.length, head.indexOf(';')), bytes: Buffer.from(content, 'base64') }
}
