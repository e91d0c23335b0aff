import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { requireAdmin } from '#api/require-admin.ts'
import { refusals } from '#api/routes/refusals.ts'
import { readUploadedFile } from '#api/uploaded-file.ts'
import {
  claimsQuery,
  claimsResponse,
  reloadResponse,
  statsResponse,
  uploadResponse,
} from '#contract/admin.ts'
import { claimStats } from '#portal/claim-stats.ts'
import { importAllocations } from '#portal/import-allocations.ts'
import { listClaims } from '#portal/list-claims.ts'
import type { Portal } from '#portal/portal.ts'
import { reloadAllocations } from '#portal/reload-allocations.ts'

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
        summary: 'The claims, newest first',
        querystring: claimsQuery,
        response: { 200: claimsResponse, ...refusals },
      },
      handler: ({ query }) => listClaims(portal, query),
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
