import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type {
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
  RouteOptions,
  RouteShorthandOptions,
} from 'fastify'
import { z } from 'zod'
import {
  type Endpoint,
  type EventsReply,
  type FileBody,
  type FileReply,
  fillPath,
  type PreparedReply,
} from '#api-schema/endpoint.ts'
import { errorResponse } from '#api-schema/error.ts'
import type { AppContext } from '#app/app-context.ts'
import { PortalError } from '#domain/portal-error.ts'
import { StoreUnavailableError } from '#domain/store-unavailable-error.ts'
import type { ClientOf } from './client-of.ts'
import { NUL_PROBLEM } from './limits.ts'
import { requireAdmin } from './require-admin.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route's endpoint; the web pages have none. */
    endpoint?: Endpoint
  }
}

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

/** A request as its endpoint's schemas have parsed it. */
interface Call<E extends Endpoint> {
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: Parsed<E['body']>
  headers: Parsed<E['headers']>
  /** Receives the file of the form, at most `maxBytes` of it. To be disposed of. */
  readFile: E['body'] extends FileBody ? (maxBytes?: number) => Promise<UploadedFile> : undefined
  /** The address that the client is counted by; null where clients can not be told apart. */
  client: string | null
  request: FastifyRequest
  /** For headers of its own. */
  reply: FastifyReply
}

/** A value that fits the endpoint's reply; its JSON, where it is prepared; the content, where it is a file or a stream of events. */
type Answer<E extends Endpoint> = E['reply'] extends z.ZodType
  ? z.input<E['reply']>
  : E['reply'] extends PreparedReply
    ? Buffer
    : Readable

type Handler<E extends Endpoint> = (call: Call<E>) => Answer<E> | Promise<Answer<E>>

interface ServeContext {
  /** The folder that uploads are received in. */
  uploadDir: string
  maxUploadBytes: number
  clientOf: ClientOf
}

export type Serve = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void

/** Registers endpoints, each as the table declares it: path, schemas, session, rate limit. */
export function serveOn(server: FastifyInstance, app: AppContext, context: ServeContext): Serve {
  const requireSession = requireAdmin(app, context.clientOf)
  return (endpoint, handler) => {
    const { method, path, body, reply: declared } = endpoint
    const route: RouteOptions = {
      method,
      url: path,
      ...routeOptions(endpoint, requireSession, app),
      async handler(request, reply) {
        const answer = await handler(callOf(endpoint, request, reply, context))
        if (isFile(declared)) return answerFile(reply, declared, request, answer as Readable)
        if (isEvents(declared)) return sendEvents(reply, answer as Readable)
        if (isPrepared(declared)) reply.type('application/json; charset=utf-8')
        return answer
      },
    }
    if (isForm(body)) void server.register(formRoute(route, context))
    else server.route(route)
  }
}

/** Serves a route with the reader of forms: its hooks would cost each request that has none a listener and two promises. */
function formRoute(route: RouteOptions, { maxUploadBytes }: ServeContext): FastifyPluginAsync {
  return async (scope) => {
    await scope.register(multipart, { limits: { files: 1, fields: 10, fileSize: maxUploadBytes } })
    scope.route(route)
  }
}

function routeOptions(
  endpoint: Endpoint,
  requireSession: ReturnType<typeof requireAdmin>,
  { hasStandaloneSender }: Pick<AppContext, 'hasStandaloneSender'>,
): RouteShorthandOptions {
  const { params, query, body, headers, reply, needsSession, errors } = endpoint
  const isOff = !hasStandaloneSender && errors.includes('standalone_sender_off')
  return {
    config: { endpoint },
    ...(needsSession && { onRequest: [requireSession(endpoint), ...(isOff ? [refuseStandalone] : [])] }),
    schema: {
      ...(params && { params }),
      querystring: knownParametersOf(query),
      ...(headers && { headers }),
      // A form is read as a stream.
      ...(body && !isForm(body) && { body }),
      response: { ...(isSchema(reply) && { 200: reply }), '4xx': errorResponse, '5xx': errorResponse },
    },
  }
}

async function refuseStandalone(): Promise<never> {
  throw new PortalError('standalone_sender_off')
}

/** Returns the schema of a query, and refuses parameters that it does not know: one that is misspelled would change nothing. */
function knownParametersOf(query: z.ZodObject = z.object({})): z.ZodType {
  const known = Object.keys(query.shape)
  const problem =
    known.length === 0 ? 'This route takes no parameters' : `This route takes ${known.join(', ')}`
  return query.catchall(z.undefined(`No such parameter. ${problem}`))
}

/** Types a request that the framework has parsed by the endpoint's schemas. */
function callOf<E extends Endpoint>(
  { body }: E,
  request: FastifyRequest,
  reply: FastifyReply,
  { uploadDir: folder, clientOf }: ServeContext,
): Call<E> {
  return {
    params: request.params,
    query: request.query,
    body: request.body,
    headers: request.headers,
    readFile: isForm(body)
      ? (maxBytes?: number) => receiveFile(request, { field: body.fileField, folder, maxBytes })
      : undefined,
    client: clientOf(request),
    request,
    reply,
  } as Call<E>
}

function answerFile(
  reply: FastifyReply,
  { fileName }: FileReply,
  { params }: FastifyRequest,
  content: Readable,
): FastifyReply {
  return sendFile(reply, fillPath(fileName, params as Record<string, string>), content)
}

export function isForm(body: Endpoint['body']): body is FileBody {
  return body !== undefined && 'fileField' in body
}

export function isFile(reply: Endpoint['reply']): reply is FileReply {
  return 'fileName' in reply
}

export function isEvents(reply: Endpoint['reply']): reply is EventsReply {
  return 'events' in reply
}

export function isPrepared(reply: Endpoint['reply']): reply is PreparedReply {
  return 'prepared' in reply
}

function isSchema(reply: Endpoint['reply']): reply is z.ZodType {
  return !isFile(reply) && !isEvents(reply) && !isPrepared(reply)
}

/** Returns the content type of one of Ferry's own files, by its name. */
export function mediaTypeOf(fileName: string): string {
  if (fileName.endsWith('.csv')) return 'text/csv; charset=utf-8'
  if (fileName.endsWith('.zip')) return 'application/zip'
  if (fileName.endsWith('.jsonl')) return 'application/x-ndjson'
  return 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
}

export const EVENT_STREAM = 'text/event-stream; charset=utf-8'

/** Streams server-sent events, which nothing on their way is to gather first. */
function sendEvents(reply: FastifyReply, content: Readable): FastifyReply {
  reply.header('X-Accel-Buffering', 'no').type(EVENT_STREAM)
  if (reply.request.method !== 'HEAD') return reply.send(content)
  // It would be read to its end, and it has none.
  content.destroy()
  return reply.send()
}

/** Streams a file to be saved under a name, as it is written. The name is one of Ferry's own: plain ASCII. */
function sendFile(reply: FastifyReply, fileName: string, content: Readable): FastifyReply {
  return reply
    .header('Content-Disposition', `attachment; filename="${fileName}"`)
    .type(mediaTypeOf(fileName))
    .send(content)
}

/** Waits for work whose reply is only that it is done. */
export async function ok(work: Promise<unknown>): Promise<{ ok: true }> {
  await work
  return { ok: true }
}

const SECOND_SECRET = 'secondSecret'

/** A file that has arrived completely. Its disk space is freed when it is disposed of, or the process ends. */
interface UploadedFile extends AsyncDisposable {
  fileName: string
  /** To be read once. */
  bytes: AsyncIterable<Uint8Array>
}

interface UploadOptions {
  /** The form's field. */
  field: string
  /** The folder that files are received in; it is made where there is none. */
  folder: string
  maxBytes?: number | undefined
}

/**
 * Receives a multipart form's file, all of it, before anything is done with it: what comes over the network may stall, and must not
 * keep others waiting. Throws invalid_request on a malformed form, none in it or one that breaks off, payload_too_large above the
 * limit, request_too_slow, and StoreUnavailableError where the disk is full.
 */
async function receiveFile(request: FastifyRequest, options: UploadOptions): Promise<UploadedFile> {
  const { field, folder, maxBytes } = options
  const limits = maxBytes === undefined ? undefined : { limits: { fileSize: maxBytes } }
  const part = await asFormError(request.file(limits))
  if (part?.fieldname !== field) {
    throw new PortalError('invalid_request', undefined, [
      { where: field, problem: 'A file is required here' },
    ])
  }
  takeSecondSecret(request, part)
  if (part.filename?.includes('\0')) {
    throw new PortalError('invalid_request', undefined, [{ where: field, problem: NUL_PROBLEM }])
  }
  const file = await openUnnamed(folder)
  try {
    await file.writeFile(readBytes(part.file))
  } catch (error) {
    await file.close()
    throw isDiskFull(error) ? new StoreUnavailableError('full', error) : error
  }
  return {
    fileName: part.filename,
    bytes: file.createReadStream({ start: 0, autoClose: false }),
    [Symbol.asyncDispose]: () => file.close(),
  }
}

/** A form has the second secret in a field before its file, as JSON: see require-admin.ts. */
function takeSecondSecret({ operator }: FastifyRequest, { fields }: MultipartFile): void {
  const given = fields[SECOND_SECRET]
  if (!operator || given === undefined || Array.isArray(given) || given.type !== 'field') return
  try {
    operator.secondSecret = JSON.parse(String(given.value))
  } catch {
    // Then it is not the answer of a passkey.
    operator.secondSecret = given.value
  }
}

/** Makes a file without a name: nobody else can open it, and nothing stays behind, however the process ends. */
async function openUnnamed(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, randomUUID())
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}

async function* readBytes(file: MultipartFile['file']): AsyncGenerator<Uint8Array, void, void> {
  try {
    yield* file
  } catch (error) {
    throw toFormError(error)
  }
  // The parser cuts a file off at the limit and ends it there as if it were whole.
  if (file.truncated) throw new PortalError('payload_too_large')
}

async function asFormError<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (error) {
    throw toFormError(error)
  }
}

/** Maps the form parser's plain errors, which a client causes, to invalid_request; the framework's own have a status. */
function toFormError(error: unknown): unknown {
  if (error instanceof PortalError || (error instanceof Error && 'statusCode' in error)) return error
  return new PortalError('invalid_request', undefined, [
    { where: 'body', problem: 'The form is malformed or broke off' },
  ])
}

function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
}
