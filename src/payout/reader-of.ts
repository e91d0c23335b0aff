import { PortalError } from '#domain/portal-error.ts'
import { nodeUrlsOf, type Sender } from '#domain/sender.ts'
import type { SolanaRpc } from '#solana/solana-rpc.ts'
import { FailoverRpc, type ReaderNodes } from './failover-rpc.ts'
import { rememberGenesis } from './with-genesis-check.ts'

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

export interface ReaderParts extends Pick<ReaderNodes, 'second' | 'clock' | 'onUntoldPace'> {
  connect(rpcUrl: string): SolanaRpc
}

/** Opens the nodes of a sender, in the operator's order. Throws sender_unreadable where their URLs do not open. */
export function openReader(
  sender: Pick<Sender, 'rpcUrl' | 'fallbackRpcUrls' | 'genesisHash'>,
  { connect, ...parts }: ReaderParts,
): FailoverRpc {
  const { genesisHash } = sender
  const open = (url: string) => rememberGenesis(connect(url), genesisHash, parts.clock)
  const [first, ...further] = nodeUrlsOf(sender)
  if (first === undefined) throw new PortalError('sender_unreadable')
  return new FailoverRpc({ senders: [open(first), ...further.map(open)], genesisHash, ...parts })
}
