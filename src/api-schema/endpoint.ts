import type { z } from 'zod'
import type { ErrorCode } from '#domain/portal-error.ts'

/** A reply that is a file to be saved under this name, which may hold parameters of the path. */
export interface FileReply {
  readonly fileName: `${string}.${'csv' | 'jsonl' | 'xlsx' | 'zip'}`
}

/** A stream of server-sent events, and the data of each by its name. It is answered for as long as its reader stays. */
export interface EventsReply {
  readonly events: Readonly<Record<string, z.ZodType>>
}

/** A reply whose JSON text is made once, and answered as it is. */
export interface PreparedReply {
  readonly prepared: z.ZodType
}

/** A multipart form with one file in this field. */
export interface FileBody {
  readonly fileField: string
}

/** The names of the parameters in a path: 'eth' in '/api/claims/:eth'. */
type ParamName<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamName<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** The part of an endpoint that a client needs. Schemas may be there as types alone: see claim-routes.ts. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Parameters begin with a colon. */
  readonly path: `/api/${string}`
  readonly query?: z.ZodObject | undefined
  readonly body?: z.ZodType | FileBody | undefined
  readonly reply?: z.ZodType | FileReply | EventsReply | PreparedReply | undefined
}

/** One endpoint of the API: everything that server, page, rehearsal and tests have to agree on. */
export interface Endpoint extends Route {
  readonly summary: string
  /** What a client has to know besides. */
  readonly description?: string
  readonly params?: z.ZodObject | undefined
  /** Headers of its own, by their lower-case names; it has to let all others pass. */
  readonly headers?: z.ZodObject | undefined
  readonly reply: z.ZodType | FileReply | EventsReply | PreparedReply
  /** Its own error codes, besides those that any endpoint may answer: see error.ts. */
  readonly errors: readonly ErrorCode[]
  /** Requires the token of an admin session. Declared by `endpoint` and `adminEndpoint`: there is no default. */
  readonly needsSession: boolean
  /** The panel asks it by itself, again and again: that does not count as use of the session. */
  readonly isPolled?: boolean
  /** The limit on one client's requests. */
  readonly rateLimit?: 'claims' | 'reads' | 'bundles'
}

/** An endpoint without the word on who may ask it. */
type Declared = Omit<Endpoint, 'needsSession'>

/** `params` has to describe exactly what the path names. */
type HasParams<E extends Declared> = [ParamName<E['path']>] extends [never]
  ? { params?: never }
  : { params: z.ZodType<Record<ParamName<E['path']>, string>> }

/** Declares an endpoint that anybody may ask. */
export function endpoint<const E extends Declared>(declared: E & HasParams<E>): E & { needsSession: false } {
  return { ...declared, needsSession: false }
}

/** Declares an endpoint of the operator. */
export function adminEndpoint<const E extends Declared>(
  declared: E & HasParams<E>,
): E & { needsSession: true } {
  return { ...declared, needsSession: true }
}

type Input<Schema> = Schema extends z.ZodType ? z.input<Schema> : never

/** The input of any endpoint. */
export interface AnyInput {
  params?: Readonly<Record<string, string>>
  /** Undefined values are left out. */
  query?: object
  body?: unknown
  file?: File
  headers?: Readonly<Record<string, string>>
  /** The answer to second_secret_required. */
  secondSecret?: unknown
}

/** A part of a request: absent where the endpoint takes none, and optional where all its fields are. */
type Part<Name extends keyof AnyInput, Value> = [Value] extends [never]
  ? { [N in Name]?: never }
  : Partial<Value> extends Value
    ? { [N in Name]?: Value }
    : { [N in Name]: Value }

type Params<Name extends string> = [Name] extends [never] ? never : Record<Name, string>

type FileOf<Body> = Body extends FileBody ? File : never

/** The input that a client sends. */
export type InputOf<R extends Route> = AnyInput &
  Part<'params', Params<ParamName<R['path']>>> &
  Part<'query', Input<NonNullable<R['query']>>> &
  Part<'body', Input<NonNullable<R['body']>>> &
  Part<'file', FileOf<R['body']>>

/** The input of a client's call, which may be left out where nothing has to be sent. */
export type InputArgument<R extends Route> =
  Partial<InputOf<R>> extends InputOf<R> ? [input?: InputOf<R>] : [input: InputOf<R>]

/** The reply that a client gets. A file has no type of its own. */
export type ReplyOf<R extends Route> =
  NonNullable<R['reply']> extends infer Reply extends z.ZodType ? z.output<Reply> : never

/** Puts the values of parameters, `:name` each, into a path or the name of a file. */
export function fillPath(path: string, params: Readonly<Record<string, string>> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

interface BuiltRequest {
  method: Route['method']
  /** Path and query. */
  url: string
  /** JSON, or a form with the file. */
  body: string | FormData | undefined
  headers: Record<string, string>
}

/** Builds the HTTP request for an endpoint. */
export function buildRequest(
  route: Route,
  { params, query, body, file, headers = {}, secondSecret }: AnyInput = {},
): BuiltRequest {
  const url = fillPath(route.path, params) + queryString(query)
  const { method } = route
  if (file !== undefined)
    return { method, url, body: formWith(route, file, secondSecret), headers: { ...headers } }
  const whole = secondSecret === undefined ? body : { ...Object(body), secondSecret }
  if (whole === undefined) return { method, url, body: whole, headers: { ...headers } }
  return {
    method,
    url,
    body: JSON.stringify(whole),
    headers: { 'Content-Type': 'application/json', ...headers },
  }
}

function queryString(query: object = {}): string {
  const given = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) given.set(name, `${value}`)
  }
  return given.size === 0 ? '' : `?${given}`
}

function formWith({ body }: Route, file: File, secondSecret: unknown): FormData {
  if (!body || !('fileField' in body)) throw new TypeError('This endpoint takes no file')
  const form = new FormData()
  // Before the file, which is read as a stream.
  if (secondSecret !== undefined) form.set('secondSecret', JSON.stringify(secondSecret))
  form.set(body.fileField, file)
  return form
}
