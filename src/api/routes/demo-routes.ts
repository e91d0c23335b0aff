import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

/** An account of the demo's wallet. Its key is worth nothing. */
export interface DemoAccount {
  label: string
  address: string
  privateKey: string
}

/** Hands the demo's wallet its throwaway keys. Registered in the demo only. */
export function demoRoutes(accounts: readonly DemoAccount[]): FastifyPluginAsyncZod {
  return async (server) => {
    server.get('/demo/wallets', { schema: { hide: true } }, async () => ({ accounts }))
  }
}
