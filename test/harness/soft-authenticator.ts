import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import type { AnyInput, Route } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { ADMIN_PASSWORD } from './start-portal.ts'

/** What second_secret_required carries. */
interface AskedSecret {
  challenge: string
  passkeys: readonly { id: string; rpId: string }[]
}

/** A passkey in software: P-256, without attestation. As most, it does not count its signatures. */
export interface SoftAuthenticator {
  /** The credential's id, in base64url. */
  id: string
  /** Makes the passkey that creation options ask for. */
  register(options: { challenge: string; rp: { id?: string } }): object
  /** Answers what second_secret_required asks. */
  answer(asked: AskedSecret, change?: AnswerChange): object
}

interface AnswerChange {
  origin?: string
  /** Answers as another credential. */
  id?: string
  isVerified?: boolean
}

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40
const NO_COUNTER = Buffer.alloc(4)

export function createSoftAuthenticator(origin: string): SoftAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(16)
  const id = credentialId.toString('base64url')

  function authenticatorData(rpId: string, flags: number, credential = Buffer.alloc(0)): Buffer {
    return Buffer.concat([sha256(rpId), Buffer.of(flags), NO_COUNTER, credential])
  }

  return {
    id,

    register({ challenge, rp }) {
      const coseKey = Buffer.concat([
        // {1: 2, 3: -7, -1: 1, -2: x, -3: y}
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ])
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const credential = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey])
      const data = authenticatorData(rp.id ?? '', USER_PRESENT | USER_VERIFIED | HAS_CREDENTIAL, credential)
      const attestationObject = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.of(data.length),
        data,
      ])
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, origin).toString('base64url'),
          attestationObject: attestationObject.toString('base64url'),
        },
      }
    },

    answer({ challenge, passkeys }, { origin: at = origin, id: as = id, isVerified = true } = {}) {
      const rpId = passkeys.find((each) => each.id === id)?.rpId ?? passkeys[0]?.rpId ?? ''
      const data = authenticatorData(rpId, USER_PRESENT | (isVerified ? USER_VERIFIED : 0))
      const json = clientData('webauthn.get', challenge, at)
      const signature = sign('sha256', Buffer.concat([data, sha256(json)]), privateKey)
      return {
        id: as,
        rawId: as,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: json.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      }
    },
  }
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

/** Where the panel is open in these tests. */
export const PANEL_ORIGIN = 'http://localhost:3000'

type Call = (endpoint: Route, input?: AnyInput) => Promise<LightMyRequestResponse>

/** Calls an endpoint, and once more with the passkey's answer where it asks for one. */
export async function callConfirmed(
  call: Call,
  authenticator: SoftAuthenticator,
  endpoint: Route,
  input: AnyInput = {},
): Promise<LightMyRequestResponse> {
  const asked = await call(endpoint, input)
  if (asked.json().code !== 'second_secret_required') return asked
  return await call(endpoint, { ...input, secondSecret: authenticator.answer(asked.json().context) })
}

/** Registers a passkey of a person, confirmed by another where there is one; fails unless that succeeds. */
export async function registerPasskey(
  call: Call,
  person: string,
  by?: SoftAuthenticator,
): Promise<SoftAuthenticator> {
  const authenticator = createSoftAuthenticator(PANEL_ORIGIN)
  const headers = { origin: PANEL_ORIGIN }
  const named = { person, name: `key of ${person}` }
  const first = { headers, body: { ...named, password: ADMIN_PASSWORD } }
  const register = endpoints.admin.registerPasskey
  const offered = await (by ? callConfirmed(call, by, register, first) : call(register, first))
  expect(offered.statusCode, offered.body).toBe(200)
  const credential = authenticator.register(offered.json().options)
  const registered = await call(register, { headers, body: { ...named, credential } })
  expect(registered.statusCode, registered.body).toBe(200)
  return authenticator
}
