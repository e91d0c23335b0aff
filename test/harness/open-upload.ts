import { once } from 'node:events'
import { type Agent, type IncomingMessage, request } from 'node:http'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { endpoints } from '#api-schema/endpoints.ts'
import { assertSound } from '#app/allocations/question-list.ts'
import {
  type AllocationFile,
  type ImportedAllocations,
  publishList,
  withStagedList,
} from '#app/allocations/stage-list.ts'
import type { AppContext } from '#app/app-context.ts'
import { PortalError } from '#domain/portal-error.ts'

const BOUNDARY = 'a-boundary'
const { path, method, body } = endpoints.admin.upload
const HEAD = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${body.fileField}"; filename="h.csv"\r\nContent-Type: text/csv\r\n\r\n`

/** An upload of a holder list that has begun and waits for its last rows. */
interface OpenUpload {
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

/** Makes a file the holder list in force, whatever it is: as a fixture takes it, nobody is asked. */
export function importAllocations(app: AppContext, file: AllocationFile): Promise<ImportedAllocations> {
  return app.imports(() =>
    withStagedList(app, file, {}, async (list) => {
      const { problemCount, problems } = list.summary
      if (problemCount > 0)
        throw new PortalError('invalid_allocation_file', { problems: problemCount }, problems)
      assertSound(app, list)
      const published = await publishList(app, list, {})
      if (typeof published === 'string') throw new Error(`The list was not published: ${published}`)
      return published
    }),
  )
}

/** Makes the content of a file the holder list in force. */
export function loadList(
  app: AppContext,
  content: string | Uint8Array,
  fileName = 'holders.csv',
): Promise<ImportedAllocations> {
  return importAllocations(app, { fileName, bytes: Readable.from([Buffer.from(content)]) })
}
