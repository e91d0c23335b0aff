import type { FastifyPluginAsync } from 'fastify'

/** An account of the demo's wallet. Its key is worth nothing. */
export interface DemoAccount {
  label: string
  address: string
  privateKey: string
}

/** Hands the demo's wallet its throwaway keys. Registered in the demo only. */
export function demoRoutes(accounts: readonly DemoAccount[]): FastifyPluginAsync {
  return async (server) => {
    server.get('/demo/wallets', async () => ({ accounts }))
  }
}
