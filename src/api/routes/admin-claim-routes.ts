import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { requireAdmin } from '#api/require-admin.ts'
import { readUploadedFile } from '#api/uploaded-file.ts'
import {
  claimsOverTimeResponse,
  claimsQuery,
  claimsResponse,
  reloadResponse,
  statsResponse,
  uploadResponse,
} from '#api-schema/admin.ts'
import { adminClaimDetail, claimIdParams } from '#api-schema/claim-detail.ts'
import { claimStats } from '#portal/claim-stats.ts'
import { claimsOverTime } from '#portal/claims-over-time.ts'
import { explainClaim } from '#portal/explain-claim.ts'
import { importAllocations } from '#portal/import-allocations.ts'
import { listClaims } from '#portal/list-claims.ts'
import type { Portal } from '#portal/portal.ts'
import { reloadAllocations } from '#portal/reload-allocations.ts'
import { refusals } from './refusals.ts'

const FILE_FIELD = 'allocation_file'

/** The operator's view of claims and allocations. */
export function adminClaimRoutes(portal: Portal): FastifyPluginAsyncZod {
  return async (server) => {
    requireAdmin(server, portal)

    server.get('/api/admin/stats', {
      schema: { summary: 'Claims counted and summed', response: { 200: statsResponse, ...refusals } },
      handler: () => claimStats(portal),
    })

    server.get('/api/admin/claims', {
      schema: {
        summary: 'A page of the claims',
        querystring: claimsQuery,
        response: { 200: claimsResponse, ...refusals },
      },
      handler: ({ query }) => listClaims(portal, query),
    })

    server.get('/api/admin/claims/:id', {
      schema: {
        summary: 'One claim, with its history and its transactions',
        params: claimIdParams,
        response: { 200: adminClaimDetail, ...refusals },
      },
      handler: ({ params }) => explainClaim(portal, params.id),
    })

    server.get('/api/admin/claims-over-time', {
      schema: {
        summary: 'How many claims came and were sent, over time',
        response: { 200: claimsOverTimeResponse, ...refusals },
      },
      handler: () => claimsOverTime(portal),
    })

    server.post('/api/admin/upload', {
      schema: {
        summary: 'Replace the allocations by a file: all of it, or nothing',
        consumes: ['multipart/form-data'],
        body: z.object({ [FILE_FIELD]: z.file() }),
        response: { 200: uploadResponse, ...refusals },
      },
      // The form is read as a stream: the schema above only describes it.
      validatorCompiler: () => (value) => ({ value }),
      handler: async (request) => importAllocations(portal, await readUploadedFile(request, FILE_FIELD)),
    })

    server.post('/api/admin/reload-allocations', {
      schema: {
        summary: 'Read ALLOCATIONS_FILE again',
        response: { 200: reloadResponse, ...refusals },
      },
      handler: () => reloadAllocations(portal),
    })
  }
}
