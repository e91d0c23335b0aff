import type { SenderRow } from '#store/schema.ts'

/** Names a sender's configuration: it changes when the sender is configured again, with other nodes say. */
export function configurationOf({ configuredAtMs, rpcUrl, fallbackRpcUrls }: SenderRow): string {
  return JSON.stringify([configuredAtMs, rpcUrl, fallbackRpcUrls])
}
