import type { RpcUnavailableError } from '#solana/solana-rpc.ts'

/** Says which node a run waits for, and why. The reason need not be silence: it may answer for another cluster. */
export function waitingForNode({ nodeName, message: reason }: RpcUnavailableError): string {
  return `Waiting for the Solana RPC node${nodeName === null ? '' : ` ${nodeName}`}: ${reason}.`
}
