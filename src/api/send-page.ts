import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const packBrotli = promisify(brotliCompress)
const packGzip = promisify(gzip)

/** Quick enough for a visitor who waits; the files beside the page are packed when they are built. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** How a page's bytes are packed; null where they are not. */
export type Coding = 'br' | 'gzip' | null

/** Returns how a client takes a page. */
export function codingOf({ headers }: FastifyRequest): Coding {
  const taken = String(headers['accept-encoding'] ?? '')
  if (takes(taken, 'br')) return 'br'
  return takes(taken, 'gzip') ? 'gzip' : null
}

export async function packPage(html: string, coding: Coding): Promise<Buffer> {
  if (coding === 'br') return await packBrotli(html, BROTLI)
  return coding === 'gzip' ? await packGzip(html) : Buffer.from(html)
}

/** Sends a page's bytes. It is asked for again on each visit. */
export function sendPacked(
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
