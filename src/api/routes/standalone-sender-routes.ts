import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { requireAdmin } from '#api/require-admin.ts'
import { sendFile } from '#api/send-file.ts'
import { readUploadedFile } from '#api/uploaded-file.ts'
import { bulkSenderConfigResponse, bulkSenderEstimateResponse } from '#api-schema/bulk-sender.ts'
import { messageResponse } from '#api-schema/primitives.ts'
import {
  distributionParams,
  distributionProgressResponse,
  distributionsResponse,
  distributionUploadResponse,
  standaloneConfigBody,
  standaloneStatsResponse,
  standaloneStatusResponse,
} from '#api-schema/standalone-sender.ts'
import { configureSender } from '#portal/configure-sender.ts'
import { distributionProgress } from '#portal/distribution-progress.ts'
import { distributionResult } from '#portal/distribution-result.ts'
import { estimateDistribution } from '#portal/estimate-distribution.ts'
import { importDistribution, MAX_DISTRIBUTION_FILE_BYTES } from '#portal/import-distribution.ts'
import { listDistributions } from '#portal/list-distributions.ts'
import type { Portal } from '#portal/portal.ts'
import { standaloneStats } from '#portal/standalone-stats.ts'
import { standaloneStatus } from '#portal/standalone-status.ts'
import { startDistribution } from '#portal/start-distribution.ts'
import { stopDistribution } from '#portal/stop-distribution.ts'
import { recordsRoutes } from './records-routes.ts'
import { refusals } from './refusals.ts'

const BASE = '/api/standalone-bulk-sender'
const FILE_FIELD = 'excelFile'

/** The sender of spreadsheets: its wallet, the files, and what became of them. */
export function standaloneSenderRoutes(portal: Portal): FastifyPluginAsyncZod {
  return async (server) => {
    requireAdmin(server, portal)
    recordsRoutes(server, portal, { base: BASE, kind: 'standalone' })

    server.get(`${BASE}/status`, {
      schema: { summary: 'The standalone sender', response: { 200: standaloneStatusResponse, ...refusals } },
      handler: () => standaloneStatus(portal),
    })

    server.get(`${BASE}/distributions`, {
      schema: {
        summary: 'The distributions, newest first',
        response: { 200: distributionsResponse, ...refusals },
      },
      handler: async () => ({ distributions: await listDistributions(portal) }),
    })

    server.get(`${BASE}/stats`, {
      schema: {
        summary: 'What all distributions add up to',
        response: { 200: standaloneStatsResponse, ...refusals },
      },
      handler: () => standaloneStats(portal),
    })

    server.get(`${BASE}/progress/:distributionId`, {
      schema: {
        summary: 'How far a distribution has come',
        params: distributionParams,
        response: { 200: distributionProgressResponse, ...refusals },
      },
      handler: ({ params }) => distributionProgress(portal, params.distributionId),
    })

    server.get(`${BASE}/result/:distributionId`, {
      schema: {
        summary: 'What became of each row of a distribution',
        params: distributionParams,
        produces: ['text/csv'],
        response: { 200: z.any().describe('A CSV file'), ...refusals },
      },
      handler: async ({ params: { distributionId } }, reply) =>
        sendFile(
          reply,
          `distribution_${distributionId}.csv`,
          await distributionResult(portal, distributionId),
        ),
    })

    server.get(`${BASE}/estimate/:distributionId`, {
      schema: {
        summary: 'What paying the rest of a distribution will cost',
        params: distributionParams,
        response: { 200: bulkSenderEstimateResponse, ...refusals },
      },
      handler: ({ params }) => estimateDistribution(portal, params.distributionId),
    })

    server.post(`${BASE}/config`, {
      schema: {
        summary: 'Set the sending wallet',
        body: standaloneConfigBody,
        response: { 200: bulkSenderConfigResponse, ...refusals },
      },
      handler: ({ body: { delayBetweenBatches, ...config } }) =>
        configureSender(portal, 'standalone', { ...config, delayMs: delayBetweenBatches }),
    })

    server.post(`${BASE}/upload`, {
      schema: {
        summary: 'Add a distribution: the whole file, or nothing',
        consumes: ['multipart/form-data'],
        body: z.object({ [FILE_FIELD]: z.file() }),
        response: { 200: distributionUploadResponse, ...refusals },
      },
      // The form is read as a stream: the schema above only describes it.
      validatorCompiler: () => (value) => ({ value }),
      handler: async (request) =>
        importDistribution(portal, await readUploadedFile(request, FILE_FIELD, MAX_DISTRIBUTION_FILE_BYTES)),
    })

    server.post(`${BASE}/start/:distributionId`, {
      schema: {
        summary: 'Pay what a distribution still owes',
        params: distributionParams,
        response: { 200: messageResponse, ...refusals },
      },
      handler: ({ params }) => startDistribution(portal, params.distributionId),
    })

    server.post(`${BASE}/stop/:distributionId`, {
      schema: {
        summary: "Stop a distribution's run",
        params: distributionParams,
        response: { 200: messageResponse, ...refusals },
      },
      handler: ({ params }) => stopDistribution(portal, params.distributionId),
    })
  }
}
