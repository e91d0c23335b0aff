import type { Endpoint } from '#api-schema/endpoint.ts'
import { ALL_ENDPOINTS, endpoints } from '#api-schema/endpoints.ts'
import type { SeededRandom } from '#lab/random/seeded-random.ts'
import { HOLDER } from './hostile-server.ts'

export interface FuzzedRequest {
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer | null
  isChunked: boolean
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']

const PAGES = [
  '/',
  '/?operator',
  '/test',
  '/robots.txt',
  '/assets/x.js',
  '/assets/../index.html',
  '/api',
  '/api/nope',
]

const QUERY_NAMES = ['eth', 'q', 'status', 'limit', 'cursor', 'sort', '__proto__', 'constructor', 'x[]']

const TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=b',
  'text/plain',
  'application/vnd.api+json',
  'application/json, text/html',
  '\t',
]

/** Headers that change how a server reads or answers, and their values. */
const HEADERS: readonly (readonly [string, string])[] = [
  ['accept', 'text/html'],
  ['accept', 'application/xml;q=0.1'],
  ['accept-encoding', 'br, gzip;q=0'],
  ['content-encoding', 'gzip'],
  ['cookie', 'ferry_device=; ferry_device=%00; =; ;;'],
  ['cookie', `ferry_device=${'A'.repeat(43)}`],
  ['expect', '200-maybe'],
  ['if-none-match', '*'],
  ['range', 'bytes=9-1'],
  ['origin', 'null'],
  ['x-forwarded-for', "' or 1=1, ::ffff:1.2.3.4, \u00ff"],
  ['forwarded', 'for="[::1'],
  ['x-http-method-override', 'DELETE'],
  ['x-request-id', 'x'.repeat(3000)],
  ['upgrade', 'websocket'],
]

const TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\u{1F600}',
  '\ud800',
  '%',
  '%00',
  "' or ''='",
  '../../etc/passwd',
  '=cmd()',
  '0x',
  HOLDER,
  HOLDER.toUpperCase(),
  'So11111111111111111111111111111111111111112',
  '1'.repeat(88),
  'http://127.0.0.1:1',
  'NaN',
  '-1',
  '1e999',
  '99999999999999999999',
  '__proto__',
  'toString',
  'ＡＢＣ',
  'x'.repeat(5000),
]

const VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  [],
  {},
  [[]],
  { length: -1 },
  ['a'],
  ...TEXTS,
]

/** Makes a request to any route of Ferry, whose every part may be nonsense. */
export function fuzzRequest(random: SeededRandom, token: string): FuzzedRequest {
  const endpoint = random.chance(0.9) ? random.pick(ALL_ENDPOINTS) : null
  const method = endpoint && random.chance(0.8) ? endpoint.method : random.pick(METHODS)
  const path = (endpoint ? pathOf(random, endpoint) : random.pick(PAGES)) + queryOf(random)
  const headers: Record<string, string> = {}
  for (let n = random.between(0, 2); n > 0; n--) {
    const [name, value] = random.pick(HEADERS)
    headers[name] = Buffer.from(value).toString('latin1')
  }
  const authorization = authorizationOf(random, endpoint, token)
  if (authorization !== null) headers.authorization = authorization
  const hasBody = method !== 'GET' && method !== 'HEAD' ? random.chance(0.9) : random.chance(0.1)
  if (!hasBody) return { method, path, headers, body: null, isChunked: false }
  const { type, body } = bodyOf(random, endpoint)
  if (type !== null) headers['content-type'] = type
  return { method, path, headers, body, isChunked: random.chance(0.3) }
}

/** A request that ends the session would leave the others without one. */
function authorizationOf(random: SeededRandom, endpoint: Endpoint | null, token: string): string | null {
  const made = random.pick(['', 'Bearer', 'Bearer x', `Bearer ${'A'.repeat(43)}`, 'Basic YTpi', '\u00ff'])
  if (endpoint === endpoints.admin.logout) return made
  return random.pick([`Bearer ${token}`, `Bearer ${token}`, `Bearer ${token}`, made, null])
}

function pathOf(random: SeededRandom, { path }: Endpoint): string {
  const text = () => (random.chance(0.2) ? '%zz' : encodeURIComponent(wellFormed(random.pick(TEXTS))))
  return path.replace(/:\w+/g, text)
}

function queryOf(random: SeededRandom): string {
  if (random.chance(0.5)) return ''
  const pairs = Array.from({ length: random.between(1, 3) }, () => {
    const value = random.chance(0.1) ? '%zz' : encodeURIComponent(wellFormed(random.pick(TEXTS)))
    return `${random.pick(QUERY_NAMES)}=${value}`
  })
  return `?${pairs.join('&')}`
}

/** A path can not hold half of a pair. */
const wellFormed = (text: string) => text.toWellFormed()

function bodyOf(random: SeededRandom, endpoint: Endpoint | null): { type: string | null; body: Buffer } {
  const kind = random.between(0, 9)
  if (kind === 0) return { type: random.pick(TYPES), body: Buffer.from(random.pick(TEXTS)) }
  if (kind === 1) return { type: null, body: Buffer.alloc(random.between(0, 2000), random.between(0, 255)) }
  if (kind === 2) return { type: 'application/json', body: Buffer.from(deepJson(random)) }
  const isForm = endpoint?.body !== undefined && 'fileField' in endpoint.body
  if (isForm ? kind < 9 : kind === 3) return formOf(random, endpoint)
  const text = JSON.stringify(objectOf(random, endpoint))
  const cut = random.chance(0.1) ? random.between(0, text.length) : text.length
  return {
    type: random.chance(0.9) ? 'application/json' : random.pick(TYPES),
    body: Buffer.from(text.slice(0, cut)),
  }
}

function deepJson(random: SeededRandom): string {
  const depth = random.between(1, 30_000)
  return random.pick([
    () => '['.repeat(depth) + ']'.repeat(depth),
    () => '{"a":'.repeat(Math.ceil(depth / 5)),
    () => '{"__proto__":{"isAdmin":true}}',
    () => '{"constructor":{"prototype":{"x":1}}}',
    () => `{"eth":${'9'.repeat(depth)}}`,
    () => `"${'\\u0000'.repeat(Math.ceil(depth / 6))}"`,
  ])()
}

/** An object with the endpoint's fields, some of them left out, and further ones. */
function objectOf(random: SeededRandom, endpoint: Endpoint | null): Record<string, unknown> {
  const names = fieldsOf(endpoint).filter(() => random.chance(0.9))
  if (random.chance(0.2)) names.push(random.pick(TEXTS))
  return Object.fromEntries(names.map((name) => [name, random.pick(VALUES)]))
}

function fieldsOf(endpoint: Endpoint | null): string[] {
  const body = endpoint?.body
  return body && 'shape' in body ? Object.keys(body.shape as object) : ['eth', 'id']
}

function formOf(random: SeededRandom, endpoint: Endpoint | null): { type: string; body: Buffer } {
  const body = endpoint?.body
  const declared = body && 'fileField' in body ? body.fileField : 'file'
  const field = random.chance(0.8) ? declared : random.pick(TEXTS)
  const name = random.pick(['a.csv', 'a.xlsx', 'a.json', 'a\u0000.xlsx', '', '../a.csv', 'x'.repeat(400)])
  const content = random.pick([
    ...[
      '',
      'address,amountWei\n',
      `address,amountUA\n${HOLDER},1\n`,
      '[]',
      '[{"address":1}]',
      '{',
      'PK\u0003\u0004',
    ],
    ...[
      '\u001f\u008b\u0008',
      '\u0000'.repeat(500),
      `address,amountWei\n${HOLDER},1\u0000\n`,
      '"',
      '['.repeat(9000),
    ],
  ])
  const form = `--b\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\n\r\n${content}\r\n--b--\r\n`
  const cut = random.chance(0.15) ? random.between(0, form.length) : form.length
  return { type: 'multipart/form-data; boundary=b', body: Buffer.from(form.slice(0, cut), 'latin1') }
}
