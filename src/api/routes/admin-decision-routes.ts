import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { requireAdmin } from '#api/require-admin.ts'
import { markSentBody, rejectBody, resetClaimsResponse } from '#api-schema/admin.ts'
import { okResponse } from '#api-schema/primitives.ts'
import { markClaimSent } from '#portal/mark-claim-sent.ts'
import type { Portal } from '#portal/portal.ts'
import { rejectClaim } from '#portal/reject-claim.ts'
import { resetClaims } from '#portal/reset-claims.ts'
import { refusals } from './refusals.ts'

/** What the operator decides about claims by hand. */
export function adminDecisionRoutes(portal: Portal): FastifyPluginAsyncZod {
  return async (server) => {
    requireAdmin(server, portal)

    server.post('/api/admin/mark-sent', {
      schema: {
        summary: 'Mark a queued claim as sent by a transaction',
        body: markSentBody,
        response: { 200: okResponse, ...refusals },
      },
      handler: async ({ body }) => {
        await markClaimSent(portal, body)
        return { ok: true as const }
      },
    })

    server.post('/api/admin/reject', {
      schema: {
        summary: 'Reject a queued claim',
        body: rejectBody,
        response: { 200: okResponse, ...refusals },
      },
      handler: async ({ body }) => {
        await rejectClaim(portal, body.id, body.reason)
        return { ok: true as const }
      },
    })

    server.post('/api/admin/reset-claims', {
      schema: {
        summary: 'Delete every claim; the record of payments stays',
        response: { 200: resetClaimsResponse, ...refusals },
      },
      handler: () => resetClaims(portal),
    })
  }
}
