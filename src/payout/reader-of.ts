import type { Sender } from '#domain/sender.ts'
import type { FailoverRpc } from './failover-rpc.ts'
import { openReader, type ReaderParts } from './open-reader.ts'

/**
 * Returns the nodes of a sender: the same object for all callers, so that they wait for a silent node once.
 */
export type ReaderOf = (sender: Pick<Sender, 'rpcUrl' | 'fallbackRpcUrls' | 'genesisHash'>) => FailoverRpc

/** Opens the nodes of senders, each list of them once. */
export function createReaderOf(parts: ReaderParts): ReaderOf {
  const readers = new Map<string, FailoverRpc>()
  return (sender) => {
    const { rpcUrl, fallbackRpcUrls, genesisHash } = sender
    const key = JSON.stringify([rpcUrl, fallbackRpcUrls, genesisHash])
    const reader = readers.get(key) ?? openReader(sender, parts)
    readers.set(key, reader)
    return reader
  }
}
