import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify'
import { z } from 'zod'

/** Parses a part of a request by its schema. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (input) => {
    const { data, error } = schema.safeParse(input)
    if (!error) return { value: data }
    return {
      error: error.issues.map(({ code, path, message }) => ({
        keyword: code,
        instancePath: `/${path.join('/')}`,
        schemaPath: '',
        params: {},
        message,
      })),
    }
  }

/** Writes a reply as JSON. Throws ZodError where it is not what its endpoint declares. */
export const serializerCompiler: FastifySerializerCompiler<z.ZodType> =
  ({ schema }) =>
  (reply) =>
    JSON.stringify(z.encode(schema, reply))
