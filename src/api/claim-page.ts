import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PageRenderer, PageRequest, RenderedPage } from '#api-schema/portal.ts'
import type { AppContext } from '#app/app-context.ts'
import { describeBrand, describePortal } from '#app/describe-portal.ts'

const RENDERER = 'server/render-page.mjs'

/** As web/claim/language names it. */
const LANGUAGE_COOKIE = 'ferry-language'

export type SendClaimPage = (
  path: PageRequest['path'],
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply>

/**
 * Prepares the claim page. Its HTML has the first view, drawn of the page's own components, and the data that it was drawn
 * of; the style sheet stands in it, allowed by its hash. A page that was built without a renderer is sent as it is.
 */
export async function openClaimPage(distDir: string, html: string, app: AppContext): Promise<SendClaimPage> {
  const file = join(distDir, RENDERER)
  const sendUnrendered = fixedPage(html)
  if (!existsSync(file)) return (_path, request, reply) => sendUnrendered(request, reply)
  const { chooseLanguage, renderPage }: PageRenderer = await import(pathToFileURL(file).href)
  const template = await inlineStyles(distDir, html)
  const texts = await textFiles(distDir)
  const readPortal = readPortalForPages(app)

  return async (path, request, reply) => {
    const { headers } = request
    const portal = path === '/' ? await readPortal() : null
    const coding = codingOf(request)
    const asked = {
      path,
      ...chooseLanguage({
        acceptLanguage: headers['accept-language'] ?? '',
        chosenLanguage: choiceInCookie(headers.cookie, LANGUAGE_COOKIE),
      }),
    }
    try {
      const rendered = await renderPage({ ...asked, brand: describeBrand(app), portal })
      const page = fill(template.html, rendered, texts[rendered.language])
      const bytes = await packPage(page, coding)
      allowStyles(reply, [template.css, rendered.css])
      return sendPacked(reply, bytes, coding, portal === null ? undefined : HELD_BRIEFLY)
    } catch (error) {
      // The browser draws the page as well: what can not be drawn here must not keep anybody out.
      request.log.error({ err: error }, 'the claim page was not rendered')
      return sendUnrendered(request, reply)
    }
  }
}

/** For caches on the way alone; a browser asks again on each visit. What the page shows it asks for anew when it opens. */
const HELD_BRIEFLY = 'public, max-age=0, s-maxage=2, stale-while-revalidate=8'

interface Template {
  html: string
  css: string
}

/** Puts the style sheet into the page: a request of its own would delay the first paint by a round trip. */
async function inlineStyles(distDir: string, html: string): Promise<Template> {
  const [link = '', path = ''] = /<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/.exec(html) ?? []
  const css = path ? (await readFile(join(distDir, path), 'utf8')).trim() : ''
  return { html: html.replace(link, () => `<style>${css}</style>`), css }
}

/** Finds the file of each language's texts, by its code. */
async function textFiles(distDir: string): Promise<Partial<Record<string, string>>> {
  const manifest: Record<string, { file: string }> = JSON.parse(
    await readFile(join(distDir, '.vite/manifest.json'), 'utf8'),
  )
  return Object.fromEntries(
    Object.entries(manifest).flatMap(([source, { file }]) => {
      const [, code] = /(?:^|\/)claim\/language\/([a-z-]+)\.json$/i.exec(source) ?? []
      return code ? [[code, file]] : []
    }),
  )
}

/** Allows the style sheets that stand in the page. */
function allowStyles(reply: FastifyReply, sheets: readonly string[]): void {
  const sources = sheets
    .filter(Boolean)
    .map((css) => `'sha256-${createHash('sha256').update(css).digest('base64')}'`)
  const styles = ["style-src 'self'", ...sources].join(' ')
  const name = 'Content-Security-Policy'
  const policy = String(reply.getHeader(name) ?? '')
  reply.header(name, policy.replace("style-src 'self'", styles))
}

function fill(
  html: string,
  { lang, dir, title, description, body, data, css }: RenderedPage,
  texts: string | undefined,
): string {
  const { publicUrl = null } = data.portal ?? data.brand ?? {}
  const head = [
    publicUrl && `<meta property="og:url" content="${inHtml(publicUrl)}/">`,
    css && `<style>${css}</style>`,
    texts && `<link rel="modulepreload" crossorigin href="/${texts}">`,
  ]
  const json = `<script type="application/json" id="page-data">${inScript(data)}</script>`
  return html
    .replace(/<html lang="[^"]*">/, () => `<html lang="${lang}" dir="${dir}">`)
    .replace(/(?<=<title>|<meta property="og:title" content=")[^<"]*/g, () => inHtml(title))
    .replace(/(?<=(?:name="|og:)description" content=")[^"]*/g, () => inHtml(description))
    .replace('</head>', () => `${head.filter(Boolean).join('')}</head>`)
    .replace(/<div id="root">.*?<\/div>/s, () => `<div id="root">${body}</div>${json}`)
}

/** Writes JSON so that nothing in it ends the element or begins another. */
function inScript(data: object): string {
  return JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function inHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** Returns a choice that the page keeps in a cookie (`web/lib/browser-storage.ts`), where it is one word. */
function choiceInCookie(header: string | undefined, name: string): string | null {
  for (const part of (header ?? '').split(';')) {
    const [key = '', value = ''] = part.trim().split('=')
    if (key === name) return /^[a-z-]{1,16}$/i.test(value) ? value : null
  }
  return null
}

type PortalData = Awaited<ReturnType<typeof describePortal>>

/** Pages are not limited by client, so many views cost the database one look. Each page asks for the data again when it opens. */
const KEPT_MS = 1_000

/** A page does without the data rather than wait longer. */
const LIMIT_MS = 1_500

/** Returns what reads the portal's data for pages: null while the database does not answer. */
function readPortalForPages(app: AppContext): () => Promise<PortalData | null> {
  let reading: Promise<PortalData | null> | undefined
  let readAtMs = 0
  return () => {
    const nowMs = performance.now()
    if (!reading || nowMs - readAtMs >= KEPT_MS) {
      reading = Promise.race([describePortal(app).catch(() => null), sleep(LIMIT_MS, null, { ref: false })])
      readAtMs = nowMs
    }
    return reading
  }
}

const packBrotli = promisify(brotliCompress)
const packGzip = promisify(gzip)

/** Quick enough for a visitor who waits; the files beside the page are packed when they are built. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** How a page's bytes are packed; null where they are not. */
type Coding = 'br' | 'gzip' | null

/** Returns how a client takes a page. */
function codingOf({ headers }: FastifyRequest): Coding {
  const taken = String(headers['accept-encoding'] ?? '')
  if (takes(taken, 'br')) return 'br'
  return takes(taken, 'gzip') ? 'gzip' : null
}

async function packPage(html: string, coding: Coding): Promise<Buffer> {
  if (coding === 'br') return await packBrotli(html, BROTLI)
  return coding === 'gzip' ? await packGzip(html) : Buffer.from(html)
}

/** Sends a page's bytes. It is asked for again on each visit. */
function sendPacked(
  reply: FastifyReply,
  bytes: Buffer,
  coding: Coding,
  cacheControl = 'no-cache',
): FastifyReply {
  reply.header('Cache-Control', cacheControl).type('text/html; charset=utf-8')
  reply.header('Vary', 'Accept-Encoding, Accept-Language, Cookie')
  if (coding !== null) reply.header('Content-Encoding', coding)
  return reply.send(bytes)
}

/** Returns what sends a page that never changes, packed once for each way in which clients take it. */
export function fixedPage(html: string) {
  const packed = new Map<Coding, Promise<Buffer>>()
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const coding = codingOf(request)
    const bytes = packed.get(coding) ?? packPage(html, coding)
    packed.set(coding, bytes)
    return sendPacked(reply, await bytes, coding)
  }
}

function takes(header: string, coding: string): boolean {
  return header.split(',').some((part) => {
    const [name = '', quality] = part.split(';').map((text) => text.trim())
    return name.toLowerCase() === coding && !/^q=0(?:\.0*)?$/.test(quality ?? '')
  })
}
