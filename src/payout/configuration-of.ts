import type { SenderRow } from '#store/schema.ts'

/** Names a sender's configuration: it changes when the sender is configured again, with other nodes say. */
export function configurationOf({ configured_at_ms, rpc_url, fallback_rpc_urls }: SenderRow): string {
  return JSON.stringify([configured_at_ms, rpc_url, fallback_rpc_urls])
}
