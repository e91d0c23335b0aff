import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { ADMIN_TOKEN_SCHEME } from './require-admin.ts'

/** Describes every route that is registered after this, from the schemas that validate. */
export async function describeApi(server: FastifyInstance, version: string): Promise<void> {
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Ferry', description: 'Carries a token from an EVM chain to Solana.', version },
      components: { securitySchemes: { [ADMIN_TOKEN_SCHEME]: { type: 'http', scheme: 'bearer' } } },
    },
    transform: jsonSchemaTransform,
  })
  server.get('/api/openapi.json', { schema: { hide: true } }, () => server.swagger())
}
