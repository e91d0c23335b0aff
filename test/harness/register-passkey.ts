import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import type { AnyInput, Route } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { createSoftAuthenticator, type SoftAuthenticator } from './soft-authenticator.ts'
import { ADMIN_PASSWORD } from './start-portal.ts'

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
