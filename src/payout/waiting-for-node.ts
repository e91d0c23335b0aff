import type { RpcUnavailableError } from '#solana/solana-rpc.ts'

/** Describes which node a run waits for, and why. It need not be silent: it may belong to another cluster. */
export function waitingForNode({ nodeName, message: reason }: RpcUnavailableError): string {
  return `Waiting for the Solana RPC node${nodeName === null ? '' : ` ${nodeName}`}: ${reason}.`
}
