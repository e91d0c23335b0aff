import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { ConfigError } from './config-error.ts'

/** Small, because every visitor loads it with the first answer. */
const MAX_BYTES = 32 * 1024

const MEDIA_TYPES: Partial<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
}

/** Reads the operator's logo as a data: URL. Throws ConfigError when it is no image, or too large. */
export async function readLogo(path: string): Promise<string> {
  const mediaType = MEDIA_TYPES[extname(path).toLowerCase()]
  if (!mediaType) throw logoError(`must be an .svg, .png or .webp file, not ${path}`)
  const bytes = await readFile(path).catch((error: Error) => {
    throw logoError(`${path} can not be read: ${error.message}`)
  })
  if (bytes.length > MAX_BYTES) throw logoError(`${path} is larger than ${MAX_BYTES / 1024} kB`)
  return `data:${mediaType};base64,${bytes.toString('base64')}`
}

function logoError(problem: string): ConfigError {
  return new ConfigError([{ setting: 'PORTAL_CONFIG logo', problem }])
}
