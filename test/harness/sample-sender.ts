import type { NewSender } from '#store/schema.ts'
import { GENESIS, WALLET } from './sample-rows.ts'

/** A configured sender, where nothing is sent. */
export function sampleSender(change: Partial<NewSender> = {}): NewSender {
  return {
    kind: 'bulk',
    rpc_url: 'http://127.0.0.1:1',
    sealed_key: Buffer.alloc(0),
    wallet_address: WALLET,
    mint_address: 'mint',
    mint_decimals: 9,
    token_program: 'token-program',
    genesis_hash: GENESIS,
    batch_size: 10,
    delay_ms: 1000,
    priority_fee_cap: 1_000_000,
    is_test_key: 1,
    configured_at_ms: 1,
    ...change,
  }
}
