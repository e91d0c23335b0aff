import type { Sender } from '#domain/sender.ts'
import { branded, type Plain } from './plain.ts'
import { GENESIS, MINT, WALLET } from './sample-rows.ts'

/** A configured sender, where nothing is sent. */
export function sampleSender(change: Partial<Plain<Sender>> = {}): Sender {
  return branded<Sender>({
    kind: 'bulk',
    rpcUrl: 'http://127.0.0.1:1',
    fallbackRpcUrls: [],
    sourceOwner: null,
    sourceTokenAccount: null,
    mintExtensions: [],
    mintName: null,
    sealedKey: Buffer.alloc(0),
    walletAddress: WALLET,
    mintAddress: MINT,
    mintDecimals: 9,
    tokenProgram: 'token-program',
    genesisHash: GENESIS,
    batchSize: 10,
    delayMs: 1000,
    priorityFeeCap: 1_000_000,
    configuredAtMs: 1,
    ...change,
  })
}
