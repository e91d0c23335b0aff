import { createDecipheriv, pbkdf2 } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { scryptAsync } from '@noble/hashes/scrypt.js'
import { bytesToHex, concatBytes, hexToBytes, keccak256, pad } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { z } from 'zod'
import { CommandRefusedError } from '#domain/refused-error.ts'

const bytes = z
  .string()
  .regex(/^(?:[0-9a-fA-F]{2})+$/)
  .transform((hex) => hexToBytes(`0x${hex}`))
const count = z.int().positive()
/** The first 16 bytes decrypt, the next 16 check the password. */
const dklen = z.int().min(32).max(64)

/** What scrypt may take: four times what the dearest of the usual settings does (n 262,144, r 8). */
const MAX_MEMORY_BYTES = 2 ** 30

const derived = z.discriminatedUnion('kdf', [
  z.object({
    kdf: z.literal('scrypt'),
    kdfparams: z
      .object({ dklen, n: count, p: count, r: count, salt: bytes })
      .refine(({ n, r }) => 128 * n * r <= MAX_MEMORY_BYTES),
  }),
  z.object({
    kdf: z.literal('pbkdf2'),
    kdfparams: z.object({ c: count, dklen, prf: z.literal('hmac-sha256'), salt: bytes }),
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
        ciphertext: bytes,
        cipherparams: z.object({ iv: bytes }),
        mac: bytes,
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
  const { crypto } = await readKeystore(path)
  const { ciphertext, cipherparams, mac } = crypto
  const key = await deriveKey(crypto, await askPassword()).catch(() => refuse(path))
  if (keccak256(concatBytes([key.subarray(16, 32), ciphertext])) !== bytesToHex(mac)) {
    throw new CommandRefusedError('The password does not open the keystore.')
  }
  try {
    const decipher = createDecipheriv('aes-128-ctr', key.subarray(0, 16), cipherparams.iv)
    // Some wallets leave out leading zeros.
    return privateKeyToAccount(pad(bytesToHex(decipher.update(ciphertext)), { size: 32 }))
  } catch {
    return refuse(path)
  }
}

/** OpenSSL's scrypt takes no n of 2^16 and more where r is 1 (RFC 7914), as the definition's own example has. Throws where n is no power of two. */
async function deriveKey({ kdf, kdfparams }: z.infer<typeof derived>, password: string): Promise<Uint8Array> {
  const { dklen, salt } = kdfparams
  if (kdf === 'pbkdf2') return promisify(pbkdf2)(password, salt, kdfparams.c, dklen, 'sha256')
  const { n, r, p } = kdfparams
  return scryptAsync(password, salt, { N: n, r, p, dkLen: dklen, maxmem: 2 * MAX_MEMORY_BYTES })
}

async function readKeystore(path: string) {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new CommandRefusedError(`The keystore can not be read: ${error.message}.`)
  })
  const read = keystoreFile.safeParse(parseJson(text))
  return read.success ? read.data : refuse(path)
}

function refuse(path: string): never {
  throw new CommandRefusedError(`${path} is no Web3 keystore of version 3 (aes-128-ctr, scrypt or pbkdf2).`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
