import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PortalError } from '#domain/portal-error.ts'
import { type WidenedFor, widenForClaimPage } from './security-headers.ts'

const DEMO_SCRIPT = '<script type="module" src="/demo-wallet.js"></script>'

const ROBOTS = 'User-agent: *\nDisallow: /api/\n'

const NOT_BUILT = 'The web page is not built. Run "npm run build" and start the server again.\n'

export interface WebPagesOptions {
  /** The folder that `npm run build` writes the page to. */
  distDir: string
  /** The query key that asks for the admin page. */
  adminFlag: string
  /** Adds the demo's wallet to the claim page. */
  demo: boolean
  settings: WidenedFor
}

interface WebPages {
  claim: string
  admin: string
}

/** Serves the claim page, the admin page behind its flag, and their assets; a notice where they are not built. */
export async function serveWebPages(server: FastifyInstance, options: WebPagesOptions): Promise<void> {
  const pages = await readPages(options)
  server.get('/robots.txt', { schema: { hide: true } }, (_request, reply) =>
    reply.type('text/plain').send(ROBOTS),
  )
  server.setNotFoundHandler((request, reply) => {
    if (!pages || !isNavigation(request)) throw new PortalError('not_found')
    return sendPage(reply.code(404), pages.claim)
  })
  if (!pages) {
    server.log.warn('The web page is not built: run "npm run build". Only the API is served.')
    server.get('/', { schema: { hide: true } }, (_request, reply) =>
      reply.code(503).type('text/plain').send(NOT_BUILT),
    )
    return
  }

  server.get('/', { schema: { hide: true } }, (request, reply) => {
    if (!Object.hasOwn(request.query as object, options.adminFlag)) {
      return sendPage(widenForClaimPage(reply, options.settings), pages.claim)
    }
    return sendPage(reply.header('X-Robots-Tag', 'noindex, nofollow'), pages.admin)
  })
  server.get('/test', { schema: { hide: true } }, (_request, reply) => sendPage(reply, pages.claim))
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
    server.get('/demo-wallet.js', { schema: { hide: true } }, (_request, reply) =>
      reply.sendFile('demo-wallet.js', options.distDir, { immutable: false, maxAge: 0 }),
    )
  }
}

async function readPages({ distDir, demo }: WebPagesOptions): Promise<WebPages | null> {
  try {
    const [claim, admin] = await Promise.all(
      ['index.html', 'admin.html'].map((name) => readFile(join(distDir, name), 'utf8')),
    )
    if (claim === undefined || admin === undefined) return null
    return { claim: demo ? claim.replace('</head>', () => `${DEMO_SCRIPT}</head>`) : claim, admin }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

function isNavigation({ method, url, headers }: FastifyRequest): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  return isRead && !isApiPath(url) && (headers.accept ?? '').includes('text/html')
}

export function isApiPath(url: string): boolean {
  return /^\/api(?:[/?]|$)/.test(url)
}

function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return reply.header('Cache-Control', 'no-cache').type('text/html; charset=utf-8').send(html)
}
