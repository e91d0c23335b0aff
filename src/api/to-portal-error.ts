import { PortalError, type Problem } from '#domain/portal-error.ts'
import { StoreUnavailableError } from '#domain/store-unavailable-error.ts'

type FrameworkFault =
  | 'invalid_request'
  | 'malformed_json'
  | 'not_found'
  | 'payload_too_large'
  | 'unsupported_media_type'

/** Maps the framework's own errors to the catalogue: by their codes first, then by their statuses. */
const FAULT_BY_CODE: Record<string, FrameworkFault> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_json',
}

const FAULT_BY_STATUS: Record<number, FrameworkFault> = {
  404: 'not_found',
  406: 'unsupported_media_type',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
}

const INPUT_NAMES: Record<string, string> = { querystring: 'query', headers: 'headers', params: 'path' }

interface FrameworkError {
  code?: unknown
  statusCode?: unknown
  validation?: readonly { instancePath: string; message?: string }[]
  validationContext?: string
}

/**
 * Maps any thrown error to the catalogue. Only the client's own errors are explained to it; a fault of the server is
 * `internal`, whatever its message says.
 */
export function toPortalError(error: unknown): PortalError {
  if (error instanceof PortalError) return error
  if (error instanceof StoreUnavailableError) return new PortalError('store_unavailable')
  const { code, statusCode, validation, validationContext } = (error ?? {}) as FrameworkError
  if (validation) {
    return new PortalError('invalid_request', undefined, toProblems(validation, validationContext))
  }
  if (typeof statusCode !== 'number' || statusCode < 400 || statusCode >= 500) {
    return new PortalError('internal')
  }
  return new PortalError(FAULT_BY_CODE[String(code)] ?? FAULT_BY_STATUS[statusCode] ?? 'invalid_request')
}

function toProblems(
  validation: NonNullable<FrameworkError['validation']>,
  context: string | undefined,
): Problem[] {
  const whole = INPUT_NAMES[context ?? ''] ?? 'body'
  return validation.map(({ instancePath, message }) => ({
    where: instancePath.split('/').filter(Boolean).join('.') || whole,
    problem: message ?? 'Invalid input',
  }))
}
