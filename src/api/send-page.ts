import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const packBrotli = promisify(brotliCompress)
const packGzip = promisify(gzip)

/** Quick enough for every request; the files beside the page are packed when they are built. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** Sends HTML, packed as the client takes it. It is asked for again on each visit. */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  html: string,
): Promise<FastifyReply> {
  reply.header('Cache-Control', 'no-cache').type('text/html; charset=utf-8')
  reply.header('Vary', 'Accept-Encoding, Accept-Language, Cookie')
  const taken = String(request.headers['accept-encoding'] ?? '')
  if (takes(taken, 'br')) return reply.header('Content-Encoding', 'br').send(await packBrotli(html, BROTLI))
  if (takes(taken, 'gzip')) return reply.header('Content-Encoding', 'gzip').send(await packGzip(html))
  return reply.send(html)
}

function takes(header: string, coding: string): boolean {
  return header.split(',').some((part) => {
    const [name = '', quality] = part.split(';').map((text) => text.trim())
    return name.toLowerCase() === coding && !/^q=0(?:\.0*)?$/.test(quality ?? '')
  })
}
