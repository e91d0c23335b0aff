/**
 * Returns the origin of a node's URL, which alone is shown: providers put keys into the path and the query.
 */
export function rpcOrigin(rpcUrl: string): string {
  return new URL(rpcUrl).origin
}
