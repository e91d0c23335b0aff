import { PortalError } from '#domain/portal-error.ts'
import { nodeUrlsOf, type Sender } from '#domain/sender.ts'
import type { SolanaRpc } from '#solana/solana-rpc.ts'
import { FailoverRpc, type ReaderNodes } from './failover-rpc.ts'
import { rememberGenesis } from './remember-genesis.ts'

export interface ReaderParts extends Pick<ReaderNodes, 'second' | 'clock'> {
  connect(rpcUrl: string): SolanaRpc
}

/** Opens the nodes of a sender, in the operator's order. Throws sender_unreadable where their URLs do not open. */
export function openReader(
  sender: Pick<Sender, 'rpcUrl' | 'fallbackRpcUrls' | 'genesisHash'>,
  { connect, second, clock }: ReaderParts,
): FailoverRpc {
  const { genesisHash } = sender
  const open = (url: string) => rememberGenesis(connect(url), genesisHash, clock)
  const [first, ...further] = nodeUrlsOf(sender)
  if (first === undefined) throw new PortalError('sender_unreadable')
  return new FailoverRpc({ senders: [open(first), ...further.map(open)], second, genesisHash, clock })
}
