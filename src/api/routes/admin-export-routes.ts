import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { requireAdmin } from '#api/require-admin.ts'
import { sendFile } from '#api/send-file.ts'
import { addressAnalysisResponse } from '#api-schema/admin.ts'
import { analyseAddresses } from '#portal/analyse-addresses.ts'
import { exportQueued, exportRemaining, exportSubmitted } from '#portal/export-claims.ts'
import type { Portal } from '#portal/portal.ts'
import { refusals } from './refusals.ts'

/** The holder list held against the claims, in numbers and as files. */
export function adminExportRoutes(portal: Portal): FastifyPluginAsyncZod {
  return async (server) => {
    requireAdmin(server, portal)

    server.get('/api/admin/address-analysis', {
      schema: {
        summary: 'How many addresses were allocated something, claimed, and did not',
        response: { 200: addressAnalysisResponse, ...refusals },
      },
      handler: () => analyseAddresses(portal),
    })

    server.get('/api/admin/export.csv', {
      schema: {
        summary: 'The queued claims',
        response: { 200: z.any().describe('A CSV file'), ...refusals },
      },
      handler: (_request, reply) => sendFile(reply, 'queued_claims.csv', exportQueued(portal)),
    })

    server.get('/api/admin/export-submitted.xlsx', {
      schema: {
        summary: 'Every claim',
        response: { 200: z.any().describe('An Excel workbook'), ...refusals },
      },
      handler: async (_request, reply) =>
        sendFile(reply, 'submitted_addresses.xlsx', await exportSubmitted(portal)),
    })

    server.get('/api/admin/export-remaining.xlsx', {
      schema: {
        summary: 'The addresses that did not claim',
        response: { 200: z.any().describe('An Excel workbook'), ...refusals },
      },
      handler: async (_request, reply) =>
        sendFile(reply, 'remaining_addresses.xlsx', await exportRemaining(portal)),
    })
  }
}
