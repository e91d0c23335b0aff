import type { AnyInput, Route } from '#api-schema/endpoint.ts'

/**
 * Builds the key of an endpoint's query: the segments of its path, as far as they are known, then the query. So the key of
 * a list is a prefix of its members' keys, and an endpoint's bare key is a prefix of all its queries' keys.
 */
export function queryKeyOf({ path }: Route, { params = {}, query }: AnyInput = {}): unknown[] {
  const segments = path.split('/').slice(1)
  const values = segments.map((segment) => (segment.startsWith(':') ? params[segment.slice(1)] : segment))
  const unknown = values.indexOf(undefined)
  return [...(unknown === -1 ? values : values.slice(0, unknown)), ...(query ? [query] : [])]
}
