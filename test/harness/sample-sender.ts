import type { Sender } from '#domain/sender.ts'
import { GENESIS, WALLET } from './sample-rows.ts'

/** A configured sender, where nothing is sent. */
export function sampleSender(change: Partial<Sender> = {}): Sender {
  return {
    kind: 'bulk',
    rpcUrl: 'http://127.0.0.1:1',
    sealedKey: Buffer.alloc(0),
    walletAddress: WALLET,
    mintAddress: 'mint',
    mintDecimals: 9,
    tokenProgram: 'token-program',
    genesisHash: GENESIS,
    batchSize: 10,
    delayMs: 1000,
    priorityFeeCap: 1_000_000,
    isTestKey: 1,
    configuredAtMs: 1,
    ...change,
  }
}
