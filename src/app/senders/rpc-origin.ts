/** Providers put keys into the path and the query of their URLs: only the origin is shown. */
export function rpcOrigin(rpcUrl: string): string {
  return new URL(rpcUrl).origin
}
