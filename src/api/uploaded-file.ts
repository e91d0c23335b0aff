import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { PortalError } from '#domain/portal-error.ts'
import { StoreUnavailableError } from '#domain/store-unavailable-error.ts'
import { NUL_PROBLEM } from './limits.ts'

const SECOND_SECRET = 'secondSecret'

/** A file that has arrived completely. Its disk space is freed when it is disposed of, or the process ends. */
export interface UploadedFile extends AsyncDisposable {
  fileName: string
  /** To be read once. */
  bytes: AsyncIterable<Uint8Array>
}

export interface UploadOptions {
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
export async function receiveFile(request: FastifyRequest, options: UploadOptions): Promise<UploadedFile> {
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
