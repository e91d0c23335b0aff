import type { Sender } from '#domain/sender.ts'

/**
 * Returns a key of a sender's configuration: it changes when the sender is configured again, with other nodes
 * say.
 */
export function configurationOf({ configuredAtMs, rpcUrl, fallbackRpcUrls }: Sender): string {
  return JSON.stringify([configuredAtMs, rpcUrl, fallbackRpcUrls])
}
