import type { Route } from '#api-schema/endpoint.ts'

/** The pattern of an endpoint's address, for a browser to intercept; `suffix` stands for the query. */
export function globOf({ path }: Route, suffix = ''): string {
  return `**${path.replace(/:\w+/g, '*')}${suffix}`
}
