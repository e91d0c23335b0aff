import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { PortalError } from '#domain/portal-error.ts'

export interface UploadedFile {
  fileName: string
  /** To be read once, as it arrives. Throws invalid_request when the form breaks off, payload_too_large above the limit. */
  bytes: AsyncIterable<Uint8Array>
}

/** Reads a multipart form's file, at most `maxBytes` where given. Throws invalid_request on a malformed form or none in it. */
export async function readUploadedFile(
  request: FastifyRequest,
  field: string,
  maxBytes?: number,
): Promise<UploadedFile> {
  const limits = maxBytes === undefined ? undefined : { limits: { fileSize: maxBytes } }
  const part = await asFormError(request.file(limits))
  if (part?.fieldname !== field) {
    throw new PortalError('invalid_request', undefined, [
      { where: field, problem: 'A file is required here' },
    ])
  }
  return { fileName: part.filename, bytes: readBytes(part.file) }
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
  if (error instanceof Error && 'statusCode' in error) return error
  return new PortalError('invalid_request', undefined, [
    { where: 'body', problem: 'The form is malformed or broke off' },
  ])
}
