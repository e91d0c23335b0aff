import { formatDecimalUnits } from '#domain/amounts.ts'
import type { NewClaim, NewRun, NewSender } from '#store/schema.ts'
import type { Fixtures } from './fixtures.ts'
import type { Scenario } from './scenario.ts'
import { GENESIS } from './simulated-clusters.ts'

/** Nodes that the sender may be configured with, each with faults of its own. */
export const NODE_URLS = ['http://one-node', 'http://other-node'] as const

/** Base units that tell the claims apart. */
export const owedTo = (index: number) => BigInt(index + 1) * 1_000_000n

/** What people enter into the records: claims, a sender, runs. */
export class SimulatedRecords {
  readonly claims: NewClaim[]
  readonly #fixtures: Fixtures
  readonly #scenario: Scenario
  readonly #now: () => number

  constructor(fixtures: Fixtures, scenario: Scenario, now: () => number) {
    this.#fixtures = fixtures
    this.#scenario = scenario
    this.#now = now
    this.claims = Array.from({ length: scenario.claims }, (_, index) => this.#claim(index))
  }

  /** The sender, with the node of that number first. */
  sender(node: number): NewSender {
    const { mint, walletAddress, walletKey } = this.#fixtures
    const { batchSize, delayMs, hasFallback } = this.#scenario
    const [first, second] = node === 0 ? NODE_URLS : NODE_URLS.toReversed()
    return {
      kind: 'bulk',
      rpc_url: first ?? NODE_URLS[0],
      fallback_rpc_urls: JSON.stringify(hasFallback ? [second] : []),
      sealed_key: Buffer.from(walletKey),
      wallet_address: walletAddress,
      mint_address: mint.address,
      mint_decimals: mint.decimals,
      token_program: mint.tokenProgram,
      genesis_hash: GENESIS,
      batch_size: batchSize,
      delay_ms: delayMs,
      priority_fee_cap: 1_000_000,
      is_test_key: 0,
      configured_at_ms: 0,
    }
  }

  newRun({
    rpc_url,
    wallet_address,
    mint_address,
    mint_decimals,
    token_program,
    genesis_hash,
    batch_size,
    delay_ms,
    priority_fee_cap,
  }: NewSender): NewRun {
    return {
      rpc_url,
      wallet_address,
      mint_address,
      mint_decimals,
      token_program,
      genesis_hash,
      batch_size,
      delay_ms,
      priority_fee_cap,
      sender: 'bulk',
      distribution_id: null,
      estimated_fee_lamports: '0',
      estimated_rent_lamports: '0',
      state: 'running',
      transfer_count: 0,
      batch_count: 0,
      message: null,
      started_at_ms: this.#now(),
      finished_at_ms: null,
    }
  }

  #claim(index: number): NewClaim {
    const { wallet } = this.#fixtures.recipients[index] ?? {}
    const evmAddress = `0x${(index + 1).toString(16).padStart(40, '0')}`
    const baseUnits = owedTo(index)
    return {
      id: `CLAIM-${index}`,
      evm_address: evmAddress,
      eth_signed: evmAddress,
      sol_address: wallet ?? '',
      snapshot_id: 1,
      amount_wei: (baseUnits * 10n ** 9n).toString(),
      amount_ua: formatDecimalUnits(baseUnits, this.#fixtures.mint.decimals),
      chain_id: 56,
      nonce: '1',
      signature: '0x',
      status: 'queued',
      submitted_at_ms: index,
      sol_tx: null,
      reject_reason: null,
    }
  }
}
