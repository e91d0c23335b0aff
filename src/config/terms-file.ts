import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { ConfigError } from './config-error.ts'

/** Returns the SHA-256 of the terms that claimants accept, in hexadecimal. Throws ConfigError. */
export async function readTermsHash(path: string): Promise<string> {
  const bytes = await readFile(path).catch((error: Error) => {
    throw termsError(`${path} can not be read: ${error.message}`)
  })
  if (bytes.length === 0) throw termsError(`${path} is empty`)
  return createHash('sha256').update(bytes).digest('hex')
}

function termsError(problem: string): ConfigError {
  return new ConfigError([{ setting: 'PORTAL_CONFIG termsFile', problem }])
}
