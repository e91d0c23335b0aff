import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Endpoint } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { errorCodesOf, errorResponse, plainErrorResponse } from '#api-schema/error.ts'
import type { ErrorCode } from '#domain/portal-error.ts'
import { statusOf } from './answer-error.ts'
import { ADMIN_TOKEN_SCHEME } from './require-admin.ts'
import { EVENT_STREAM, mediaTypeOf, type Serve } from './serve.ts'

const OPENAPI_VERSION = '3.1.0'

/** Describes every endpoint that is registered after this call: its schemas, and its errors by status and code. */
export async function describeApi(server: FastifyInstance, serve: Serve, version: string): Promise<void> {
  await server.register(swagger, {
    openapi: {
      openapi: OPENAPI_VERSION,
      info: { title: 'Ferry', description: 'Carries a token from an EVM chain to Solana.', version },
      components: { securitySchemes: { [ADMIN_TOKEN_SCHEME]: { type: 'http', scheme: 'bearer' } } },
    },
    transform: ({ schema, route, ...document }) => {
      const endpoint = route.config?.endpoint
      return jsonSchemaTransform({
        ...document,
        route,
        schema: endpoint ? { ...schema, response: responsesOf(endpoint) } : schema,
      })
    },
  })
  let document: object | undefined
  serve(endpoints.public.openApi, () => {
    document ??= server.swagger()
    return { ...document, openapi: OPENAPI_VERSION }
  })
}

/** Codes that come with more than a sentence. */
const RICH_CODES: readonly ErrorCode[] = ['needs_confirmation', 'changed_meanwhile']

function responsesOf(endpoint: Endpoint): FastifySchema['response'] {
  const { reply } = endpoint
  const byStatus = Object.groupBy(errorCodesOf(endpoint), statusOf)
  const errors = Object.entries(byStatus).map(([status, codes = []]) => [
    status,
    (codes.some((code) => RICH_CODES.includes(code)) ? errorResponse : plainErrorResponse)
      .extend({ code: z.enum(codes) })
      .describe(codes.join(', ')),
  ])
  return { 200: successOf(reply), ...Object.fromEntries(errors) }
}

function successOf(reply: Endpoint['reply']) {
  if ('fileName' in reply) {
    const content = z.string().meta({ format: 'binary' })
    return {
      description: 'A file to be saved',
      content: { [mediaTypeOf(reply.fileName)]: { schema: content } },
    }
  }
  if ('events' in reply) {
    const content = z.union(Object.values(reply.events)).describe('The data of one event')
    return { description: 'Server-sent events', content: { [EVENT_STREAM]: { schema: content } } }
  }
  return reply
}
