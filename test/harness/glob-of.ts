import type { Route } from '#api-schema/endpoint.ts'

/** Returns the pattern of an endpoint's address, for a browser to intercept; `suffix` matches the query. */
export function globOf({ path }: Route, suffix = ''): string {
  return `**${path.replace(/:\w+/g, '*')}${suffix}`
}
