import type { RpcUnavailableError } from '#solana/solana-rpc.ts'

/** The message while transactions neither land nor expire. */
export const STUCK =
  'Waiting for transactions that were sent: for minutes, the Solana RPC node has shown them neither finalized nor expired. If it stays, configure the sender with another node.'

/** Describes which node a run waits for, and why. It need not be silent: it may belong to another cluster. */
export function waitingForNode({ nodeName, message: reason }: RpcUnavailableError): string {
  return `Waiting for the Solana RPC node${nodeName === null ? '' : ` ${nodeName}`}: ${reason}.`
}
