import { once } from 'node:events'
import { type Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { endpoints } from '#api-schema/endpoints.ts'

const BOUNDARY = 'a-boundary'
const { path, method, body } = endpoints.admin.upload
const HEAD = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${body.fileField}"; filename="h.csv"\r\nContent-Type: text/csv\r\n\r\n`

/** An upload of a holder list that has begun and waits for its last rows. */
export interface OpenUpload {
  /** Sends the rest. Gives the answer, with its body read. */
  finish(rows: string): Promise<{ response: IncomingMessage; body: string }>
  /** Resolves when the connection has ended without an answer. */
  broken: Promise<void>
}

/** Begins an upload, and returns when the server has taken it on. */
export async function openUpload(
  origin: string,
  headers: { authorization: string },
  agent: Agent,
): Promise<OpenUpload> {
  const sending = request(origin + path, {
    method,
    agent,
    headers: {
      ...headers,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      expect: '100-continue',
    },
  })
  const answered = once(sending, 'response')
  const broken = answered.then(
    () => {},
    () => {},
  )
  sending.flushHeaders()
  await once(sending, 'continue')
  sending.write(`${HEAD}address,amountWei\n`)
  return {
    broken,
    async finish(rows) {
      sending.end(`${rows}\r\n--${BOUNDARY}--\r\n`)
      const [response] = (await answered) as [IncomingMessage]
      return { response, body: await text(response) }
    },
  }
}
