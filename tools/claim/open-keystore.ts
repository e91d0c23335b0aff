import { readFile } from 'node:fs/promises'
import { Keystore } from 'ox'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { z } from 'zod'
import { CommandRefusedError } from '#domain/command-refused-error.ts'

const hex = z.string().regex(/^(?:[0-9a-fA-F]{2})+$/)

const derived = z.discriminatedUnion('kdf', [
  z.object({
    kdf: z.literal('scrypt'),
    kdfparams: z.object({ dklen: z.number(), n: z.number(), p: z.number(), r: z.number(), salt: hex }),
  }),
  z.object({
    kdf: z.literal('pbkdf2'),
    kdfparams: z.object({ c: z.number(), dklen: z.number(), prf: z.literal('hmac-sha256'), salt: hex }),
  }),
])

/** The Web3 Secret Storage Definition, version 3. Some wallets write its one key with a capital. */
const keystoreFile = z.preprocess(
  (file) => (isRecord(file) && 'Crypto' in file ? { ...file, crypto: file.Crypto } : file),
  z.object({
    version: z.literal(3),
    crypto: z
      .object({
        cipher: z.literal('aes-128-ctr'),
        ciphertext: hex,
        cipherparams: z.object({ iv: hex }),
        mac: hex,
      })
      .and(derived),
  }),
)

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Opens a Web3 keystore. Throws CommandRefusedError where the file is none, or the password does not open it. */
export async function openKeystore(
  path: string,
  askPassword: () => Promise<string>,
): Promise<PrivateKeyAccount> {
  const keystore = { id: '', ...(await readKeystore(path)) } as Keystore.Keystore
  const key = await Keystore.toKeyAsync(keystore, { password: await askPassword() })
  return privateKeyToAccount(decrypt(keystore, key))
}

async function readKeystore(path: string) {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new CommandRefusedError(`The keystore can not be read: ${error.message}.`)
  })
  const read = keystoreFile.safeParse(parseJson(text))
  if (read.success) return read.data
  throw new CommandRefusedError(`${path} is no Web3 keystore of version 3 (aes-128-ctr, scrypt or pbkdf2).`)
}

/** The error of a wrong key says nothing of the file. */
function decrypt(keystore: Keystore.Keystore, key: Keystore.Key) {
  try {
    return Keystore.decrypt(keystore, key)
  } catch {
    throw new CommandRefusedError('The password does not open the keystore.')
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
