import { STATUS_CODES } from 'node:http'
import { z } from 'zod'
import type { Endpoint } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { errorCodesOf, errorResponse } from '#api-schema/error.ts'
import { nameSchemas } from '#api-schema/named-schemas.ts'
import type { ErrorCode } from '#domain/portal-error.ts'
import { statusOf } from './answer-error.ts'
import { RATE_LIMITS } from './limits.ts'
import { EVENT_STREAM, isEvents, isFile, isForm, isPrepared, mediaTypeOf } from './serve.ts'

type JsonSchema = z.core.JSONSchema.JSONSchema

/** What is a component of the document where several operations have it. */
type PartKind = 'responses' | 'parameters'

const ADMIN_TOKEN_SCHEME = 'adminToken'

/** A response with more codes is named after the first operation that has it: its name would be too long. */
const MOST_CODES_IN_A_NAME = 2

const DESCRIPTION = `Carries a token from an EVM chain to Solana.

**Amounts** are decimal strings: \`…UA\` in whole tokens, \`baseUnits\` in the token's smallest unit. **Times** are whole seconds since the epoch.

**Sessions.** \`POST /api/admin/login\` answers a token for \`Authorization: Bearer\`. It ends after 12 hours, and after two hours without use (\`SESSION_IDLE_MINUTES\`). Requests that a panel repeats by itself are no use: status, progress, state, events, runs, holds, distributions.

**Errors** have one shape. Act on \`code\`, which stays; show \`error\` to a person. \`details\` names each row or field that is wrong. 429 and 503 say in \`Retry-After\` when to ask again.

**Questions.** 409 \`needs_confirmation\` is the usual way of an upload, a restore or a start that could cost somebody something: nothing has happened yet. Show it to a person, and ask again with the words in \`confirm\`.

**Pages.** Where a reply has \`nextCursor\`, give it as \`cursor\` for the next page; null ends the list.

**Unknown query parameters** are refused: 400 \`invalid_request\`.`

const TAGS: Record<keyof typeof endpoints, string> = {
  public: 'Holders and health checks: no session is needed.',
  admin: "The operator's session, claims, files and the state of the whole.",
  ledger: 'The payments of a run, all payments that were ever made, and the close-out.',
  lists: 'Holder lists that wait for an answer, and the versions that were in force.',
  denyList: 'The addresses that are paid nothing.',
  bulkSender: 'The wallet that pays claims, its runs, and the runs and holds of both senders.',
  standaloneSender: 'The wallet that pays spreadsheets, and its distributions.',
}

const HEADERS = {
  RequestId: { description: 'Names the request, also in the log', schema: { type: 'string' } },
  RetryAfter: { description: 'Seconds after which to ask again', schema: { type: 'integer' } },
  RateLimit: { description: 'Requests that one address may make in a minute', schema: { type: 'integer' } },
  RateLimitRemaining: { description: 'Those that are left of them', schema: { type: 'integer' } },
  RateLimitReset: { description: 'Seconds until they are counted anew', schema: { type: 'integer' } },
}

const headerRef = (name: keyof typeof HEADERS) => ({ $ref: `#/components/headers/${name}` })

const LIMIT_HEADERS = {
  'X-RateLimit-Limit': headerRef('RateLimit'),
  'X-RateLimit-Remaining': headerRef('RateLimitRemaining'),
  'X-RateLimit-Reset': headerRef('RateLimitReset'),
}

/** Writes the OpenAPI document of the table of endpoints, as JSON. */
export function writeApiDocument(version: string): string {
  nameSchemas()
  const components = {
    schemas: {} as Record<string, JsonSchema>,
    responses: {} as Record<string, object>,
    parameters: {} as Record<string, object>,
    headers: HEADERS,
    securitySchemes: { [ADMIN_TOKEN_SCHEME]: { type: 'http', scheme: 'bearer' } },
  }

  /** The responses and parameters by their JSON, with the number of places that have each. */
  const parts = new Map<string, { kind: PartKind; name: string; part: object; uses: number }>()

  /** Returns one object for all that are equal, so that they can be told by it. */
  function partOf(kind: PartKind, name: string, part: object): object {
    const json = JSON.stringify(part)
    const known = parts.get(json) ?? { kind, name, part, uses: 0 }
    known.uses++
    parts.set(json, known)
    return known.part
  }

  /** Puts what several places have into the components, and returns the references to it. */
  function shareParts(): ReadonlyMap<unknown, object> {
    const references = new Map<unknown, object>()
    for (const { kind, name, part, uses } of parts.values()) {
      if (uses === 1 || name in components[kind]) continue
      components[kind][name] = { ...part }
      references.set(part, { $ref: `#/components/${kind}/${name}` })
    }
    return references
  }

  /** Named schemas go into the components: what is left refers to them. */
  function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const { $schema, $defs, ...own } = z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
      override: loosen,
    })
    Object.assign(components.schemas, $defs)
    return own
  }

  function parametersOf({ params, query, headers }: Endpoint) {
    return Object.entries({ path: params, query, header: headers }).flatMap(([place, schema]) => {
      if (!schema) return []
      const { properties = {}, required = [] } = schemaOf(schema, 'input')
      return Object.entries(properties).map(([name, property]) => {
        const { description, ...type } = property as JsonSchema
        const isRequired = required.includes(name) && { required: true }
        return partOf('parameters', name, { name, in: place, ...isRequired, description, schema: type })
      })
    })
  }

  function bodyOf({ body }: Endpoint) {
    if (!body) return undefined
    if (!isForm(body)) {
      const content = { 'application/json': { schema: schemaOf(body, 'input') } }
      return { required: !body.safeParse(undefined).success, content }
    }
    const properties = { [body.fileField]: { type: 'string', format: 'binary' } }
    const form = { type: 'object', properties, required: [body.fileField] }
    return { required: true, content: { 'multipart/form-data': { schema: form } } }
  }

  function successOf({ reply, rateLimit }: Endpoint) {
    const headers = { 'X-Request-Id': headerRef('RequestId'), ...(rateLimit && LIMIT_HEADERS) }
    const respond = (description: string, mediaType: string, schema: object) => ({
      description,
      headers,
      content: { [mediaType]: { schema } },
    })
    if (isFile(reply)) {
      return respond('A file to be saved', mediaTypeOf(reply.fileName), { type: 'string', format: 'binary' })
    }
    if (isEvents(reply)) {
      const schema = schemaOf(z.union(Object.values(reply.events)), 'output')
      const names = Object.keys(reply.events).join(', ')
      return respond(`Server-sent events (${names}); the data of one`, EVENT_STREAM, schema)
    }
    return respond('Done', 'application/json', schemaOf(isPrepared(reply) ? reply.prepared : reply, 'output'))
  }

  function errorsOf(endpoint: Endpoint, operationId: string): [string, object][] {
    const byStatus = Object.groupBy([...errorCodesOf(endpoint)].sort(), statusOf)
    return Object.entries(byStatus).map(([status, codes = []]) => {
      const byCodes = codes.map(pascalCase).join('')
      const name = codes.length > MOST_CODES_IN_A_NAME ? `${upperFirst(operationId)}${status}` : byCodes
      return [status, partOf('responses', name, errorOf(Number(status), codes))]
    })
  }

  const error = schemaOf(errorResponse, 'output')
  function errorOf(status: number, codes: readonly ErrorCode[]) {
    // That a code is a string says the schema of errors.
    const only = { type: 'object', properties: { code: { enum: codes } } }
    const canRetry = status === 429 || status === 503
    return {
      description: STATUS_CODES[status],
      headers: {
        'X-Request-Id': headerRef('RequestId'),
        ...(canRetry && { 'Retry-After': headerRef('RetryAfter') }),
      },
      content: { 'application/json': { schema: { allOf: [error, only] } } },
    }
  }

  const paths: Record<string, Record<string, object>> = {}
  for (const [group, ofGroup] of Object.entries(endpoints)) {
    for (const [name, endpoint] of Object.entries<Endpoint>(ofGroup)) {
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
      paths[path] ??= {}
      const operationId = group + upperFirst(name)
      const parameters = parametersOf(endpoint)
      paths[path][endpoint.method.toLowerCase()] = {
        operationId,
        tags: [group],
        summary: endpoint.summary,
        description: describe(endpoint),
        ...(!endpoint.needsSession && { security: [] }),
        ...(parameters.length > 0 && { parameters }),
        requestBody: bodyOf(endpoint),
        responses: {
          200: partOf('responses', `${upperFirst(operationId)}200`, successOf(endpoint)),
          ...Object.fromEntries(errorsOf(endpoint, operationId)),
        },
      }
    }
  }
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Ferry',
      description: DESCRIPTION,
      version,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    security: [{ [ADMIN_TOKEN_SCHEME]: [] }],
    servers: [{ url: '/', description: 'The portal that serves this document' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components,
  }
  const references = shareParts()
  const json = JSON.stringify(document, (_, value) => references.get(value) ?? value)
  return json.replaceAll('"#/$defs/', '"#/components/schemas/')
}

/** Objects may get more fields in a later version, and every whole number is a safe one. */
function loosen({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}

function describe({ description, rateLimit }: Endpoint): string | undefined {
  if (rateLimit === undefined) return description
  const { max } = RATE_LIMITS[rateLimit]
  return [description, `At most ${max} a minute from one address.`].filter(Boolean).join(' ')
}

function pascalCase(code: string): string {
  return code.split('_').map(upperFirst).join('')
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
