import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { requireAdmin } from '#api/require-admin.ts'
import {
  bulkSenderConfigBody,
  bulkSenderConfigResponse,
  bulkSenderEstimateResponse,
  bulkSenderStatusResponse,
} from '#api-schema/bulk-sender.ts'
import { holdsResponse, settleHoldBody } from '#api-schema/holds.ts'
import { messageResponse, okResponse } from '#api-schema/primitives.ts'
import { runsQuery, runsResponse } from '#api-schema/runs.ts'
import { bulkSenderStatus } from '#portal/bulk-sender-status.ts'
import { configureSender } from '#portal/configure-sender.ts'
import { estimateBulkSend } from '#portal/estimate-bulk-send.ts'
import { listHolds } from '#portal/list-holds.ts'
import { listRuns } from '#portal/list-runs.ts'
import type { Portal } from '#portal/portal.ts'
import { settleHold } from '#portal/settle-hold.ts'
import { startBulkSend } from '#portal/start-bulk-send.ts'
import { stopBulkSend } from '#portal/stop-bulk-send.ts'
import { recordsRoutes } from './records-routes.ts'
import { refusals } from './refusals.ts'

/** The sending wallet and its runs over the queued claims. */
export function bulkSenderRoutes(portal: Portal): FastifyPluginAsyncZod {
  return async (server) => {
    requireAdmin(server, portal)
    recordsRoutes(server, portal, { base: '/api/bulk-sender', kind: 'bulk' })

    server.get('/api/bulk-sender/status', {
      schema: {
        summary: 'The sender, and how far its newest run has come',
        response: { 200: bulkSenderStatusResponse, ...refusals },
      },
      handler: () => bulkSenderStatus(portal),
    })

    server.get('/api/bulk-sender/estimate', {
      schema: {
        summary: 'What paying the queued claims will cost',
        response: { 200: bulkSenderEstimateResponse, ...refusals },
      },
      handler: () => estimateBulkSend(portal),
    })

    server.post('/api/bulk-sender/config', {
      schema: {
        summary: 'Set the sending wallet',
        body: bulkSenderConfigBody,
        response: { 200: bulkSenderConfigResponse, ...refusals },
      },
      handler: ({ body: { delayBetweenBatches, ...config } }) =>
        configureSender(portal, 'bulk', { ...config, delayMs: delayBetweenBatches }),
    })

    server.post('/api/bulk-sender/start', {
      schema: { summary: 'Pay the queued claims', response: { 200: messageResponse, ...refusals } },
      handler: () => startBulkSend(portal),
    })

    server.get('/api/bulk-sender/runs', {
      schema: {
        summary: 'The runs of both senders, newest first',
        querystring: runsQuery,
        response: { 200: runsResponse, ...refusals },
      },
      handler: ({ query }) => listRuns(portal, query),
    })

    server.get('/api/bulk-sender/holds', {
      schema: {
        summary: 'Transactions of either sender that can not be decided',
        response: { 200: holdsResponse, ...refusals },
      },
      handler: async () => ({ holds: await listHolds(portal) }),
    })

    server.post('/api/bulk-sender/settle-hold', {
      schema: {
        summary: 'Settle a transaction on hold as paid or as dead',
        body: settleHoldBody,
        response: { 200: okResponse, ...refusals },
      },
      handler: async ({ body }) => {
        await settleHold(portal, body)
        return { ok: true as const }
      },
    })

    server.post('/api/bulk-sender/stop', {
      schema: { summary: 'Stop the run', response: { 200: messageResponse, ...refusals } },
      handler: () => stopBulkSend(portal),
    })
  }
}
