import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '#app/app-context.ts'
import { PortalError } from '#domain/portal-error.ts'
import type { PortalSettings } from '#domain/portal-settings.ts'
import { fixedPage, openClaimPage, type SendClaimPage } from './claim-page.ts'
import { isApiPath, widenForClaimPage } from './security-headers.ts'

const DEMO_SCRIPT = '<script type="module" src="/demo-wallet.js"></script>'

const ROBOTS = 'User-agent: *\nDisallow: /api/\n'

const NOT_BUILT = 'The web page is not built. Run "npm run build" and start the server again.\n'

/** An account of the demo's wallet. Its key is worth nothing. */
interface DemoAccount {
  label: string
  address: string
  privateKey: string
}

export interface WebPagesOptions {
  app: AppContext
  /** The folder that `npm run build` writes the page to. */
  distDir: string
  /** The query key that asks for the admin page. */
  adminFlag: string
  /** Adds a wallet of throwaway keys to the claim page, and hands it these: for trying Ferry out, never for real claims. */
  demo?: { accounts: readonly DemoAccount[] } | undefined
}

type SendFixedPage = ReturnType<typeof fixedPage>

interface WebPages {
  sendClaim: SendClaimPage
  sendAdmin: SendFixedPage
  /** One file that checks lists, proofs and receipts without a network. */
  sendVerify: SendFixedPage
}

/** Serves the claim page, the admin page behind its flag, and their assets; a notice where they are not built. */
export async function serveWebPages(server: FastifyInstance, options: WebPagesOptions): Promise<void> {
  const pages = await readPages(options)
  if (options.demo) {
    const { accounts } = options.demo
    server.get('/demo/wallets', async () => ({ accounts }))
  }
  server.get('/robots.txt', (_request, reply) => reply.type('text/plain').send(ROBOTS))
  server.setNotFoundHandler((request, reply) => {
    if (!pages || !isNavigation(request)) throw new PortalError('not_found')
    return pages.sendClaim('/404', request, reply.code(404))
  })
  if (!pages) {
    server.log.warn('The web page is not built: run "npm run build". Only the API is served.')
    server.get('/', (_request, reply) => reply.code(503).type('text/plain').send(NOT_BUILT))
    return
  }

  server.get('/', (request, reply) => {
    if (!Object.hasOwn(request.query as object, options.adminFlag)) {
      return pages.sendClaim('/', request, widenForClaimPage(reply, options.app.settings))
    }
    return pages.sendAdmin(request, reply.header('X-Robots-Tag', 'noindex, nofollow'))
  })
  server.get('/verify.html', (request, reply) =>
    // To be saved: it is read without this server, whose policy would not let it run.
    pages.sendVerify(request, reply.header('Content-Disposition', 'attachment; filename="verify.html"')),
  )
  server.get('/test', (request, reply) => pages.sendClaim('/test', request, reply))
  // The names of these files carry a hash of their content, and the build puts a compressed one beside each.
  await server.register(staticFiles, {
    root: join(options.distDir, 'assets'),
    prefix: '/assets/',
    index: false,
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
    schemaHide: true,
  })
  if (options.demo) {
    server.get('/demo-wallet.js', (_request, reply) =>
      reply.sendFile('demo-wallet.js', options.distDir, { immutable: false, maxAge: 0 }),
    )
  }
}

async function readPages({ distDir, demo, app }: WebPagesOptions): Promise<WebPages | null> {
  try {
    const [claim, admin, verify] = await Promise.all(
      ['index.html', 'admin.html', 'verify.html'].map((name) => readFile(join(distDir, name), 'utf8')),
    )
    if (claim === undefined || admin === undefined || verify === undefined) return null
    const html = demo ? claim.replace('</head>', () => `${DEMO_SCRIPT}</head>`) : claim
    return {
      sendClaim: await openClaimPage(distDir, html, app),
      sendAdmin: fixedPage(admin),
      sendVerify: fixedPage(verify),
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

function isNavigation({ method, url, headers }: FastifyRequest): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  return isRead && !isApiPath(url) && (headers.accept ?? '').includes('text/html')
}

const OWN_ICON = new URL('../web/ui/boat.svg', import.meta.url)

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
