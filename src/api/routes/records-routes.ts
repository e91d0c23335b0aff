import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { reconcileResponse } from '#api-schema/bulk-sender.ts'
import { okResponse } from '#api-schema/primitives.ts'
import {
  acknowledgeBody,
  continueWithoutBody,
  continueWithoutResponse,
  takeOverResponse,
} from '#api-schema/records.ts'
import { acknowledgeTransaction } from '#portal/acknowledge-transaction.ts'
import { continueWithout } from '#portal/continue-without.ts'
import type { Portal } from '#portal/portal.ts'
import { reconcileSender } from '#portal/reconcile-sender.ts'
import { takeOver } from '#portal/take-over.ts'
import { refusals } from './refusals.ts'

/** The records of a sender held against the chain, and the ways on where they differ. */
export function recordsRoutes(
  instance: FastifyInstance,
  portal: Portal,
  { base, kind }: { base: string; kind: 'bulk' | 'standalone' },
): void {
  const server = instance.withTypeProvider<ZodTypeProvider>()

  server.post(`${base}/reconcile`, {
    schema: {
      summary: 'Match what the chain alone says was paid with the records',
      response: { 200: reconcileResponse, ...refusals },
    },
    handler: () => reconcileSender(portal, kind),
  })

  server.post(`${base}/acknowledge`, {
    schema: {
      summary: 'Explain a transaction of the wallet that is no payment of ours',
      body: acknowledgeBody,
      response: { 200: okResponse, ...refusals },
    },
    handler: async ({ body }) => {
      await acknowledgeTransaction(portal, kind, body)
      return { ok: true as const }
    },
  })

  server.post(`${base}/take-over`, {
    schema: {
      summary: 'Book the payments that the chain shows and the records lack',
      response: { 200: takeOverResponse, ...refusals },
    },
    handler: () => takeOver(portal, kind),
  })

  server.post(`${base}/continue-without`, {
    schema: {
      summary: 'Pay on without the payments that the chain shows and the records lack',
      body: continueWithoutBody,
      response: { 200: continueWithoutResponse, ...refusals },
    },
    handler: ({ body }) => continueWithout(portal, kind, body.confirm),
  })
}
