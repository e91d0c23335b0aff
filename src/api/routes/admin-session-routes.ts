import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { readBearerToken, requireAdmin } from '#api/require-admin.ts'
import { loginBody, loginResponse } from '#api-schema/admin.ts'
import { okResponse } from '#api-schema/primitives.ts'
import type { Portal } from '#portal/portal.ts'
import { signIn } from '#portal/sign-in.ts'
import { signOut } from '#portal/sign-out.ts'
import { refusals } from './refusals.ts'

/** Signing in, the one admin route that takes no token, and signing out. */
export function adminSessionRoutes(portal: Portal): FastifyPluginAsyncZod {
  return async (server) => {
    server.post('/api/admin/login', {
      schema: {
        summary: 'Sign in with the admin password',
        body: loginBody,
        response: { 200: loginResponse, ...refusals },
      },
      handler: ({ body, ip }) => signIn(portal, { password: body.password, clientAddress: normalizeIP(ip) }),
    })

    server.register(signedInRoutes(portal))
  }
}

function signedInRoutes(portal: Portal): FastifyPluginAsyncZod {
  return async (server) => {
    requireAdmin(server, portal)
    server.post('/api/admin/logout', {
      schema: { summary: 'Revoke the token', response: { 200: okResponse, ...refusals } },
      handler: async (request) => {
        await signOut(portal, readBearerToken(request) ?? '')
        return { ok: true as const }
      },
    })
  }
}
