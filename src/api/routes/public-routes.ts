import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { RATE_LIMITS } from '#api/rate-limits.ts'
import {
  allocationQuery,
  allocationResponse,
  claimParams,
  claimResponse,
  submitClaimBody,
  submitClaimResponse,
} from '#api-schema/claims.ts'
import { healthResponse, portalResponse, readyResponse } from '#api-schema/portal.ts'
import { checkReady } from '#portal/check-ready.ts'
import { describePortal } from '#portal/describe-portal.ts'
import { findAllocation } from '#portal/find-allocation.ts'
import { findClaim } from '#portal/find-claim.ts'
import type { Portal } from '#portal/portal.ts'
import { submitClaim } from '#portal/submit-claim.ts'
import { refusals } from './refusals.ts'

/** What claimants, and whoever watches the process, may ask without signing in. */
export function publicRoutes(portal: Portal, version: string): FastifyPluginAsyncZod {
  return async (server) => {
    server.get('/api/portal', {
      schema: { summary: 'What the portal is about', response: { 200: portalResponse, ...refusals } },
      handler: () => describePortal(portal),
    })

    server.get('/api/allocations', {
      config: { rateLimit: RATE_LIMITS.reads },
      schema: {
        summary: 'What an EVM address was allocated',
        querystring: allocationQuery,
        response: { 200: allocationResponse, ...refusals },
      },
      handler: ({ query }) => findAllocation(portal, query.eth),
    })

    server.post('/api/submitClaim', {
      config: { rateLimit: RATE_LIMITS.claims },
      schema: {
        summary: 'Submit the one claim of an EVM address',
        body: submitClaimBody,
        response: { 200: submitClaimResponse, ...refusals },
      },
      handler: async ({ body }) => ({ ok: true as const, ...(await submitClaim(portal, body)) }),
    })

    server.get('/api/claims/:eth', {
      config: { rateLimit: RATE_LIMITS.reads },
      schema: {
        summary: 'How the claim of an EVM address stands',
        params: claimParams,
        response: { 200: claimResponse, ...refusals },
      },
      handler: ({ params }) => findClaim(portal, params.eth),
    })

    server.get('/api/health', {
      schema: { summary: 'That the process serves', response: { 200: healthResponse } },
      handler: async () => ({ status: 'ok' as const, version }),
    })

    server.get('/api/ready', {
      schema: {
        summary: 'That store and signature worker are usable',
        response: { 200: readyResponse, ...refusals },
      },
      handler: async () => {
        await checkReady(portal)
        return { status: 'ready' as const }
      },
    })
  }
}
