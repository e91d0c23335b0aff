import { randomBytes } from 'node:crypto'
import type { NewAttempt, NewClaim, NewRun, NewTransfer } from '#store/schema.ts'

/** Rows that stand in for real ones where only the store is looked at. */

let serial = 0

export function sampleClaim(change: Partial<NewClaim> = {}): NewClaim {
  serial += 1
  const address = `0x${serial.toString(16).padStart(40, '0')}`
  return {
    id: `CLAIM-${serial}`,
    evm_address: address,
    eth_signed: address,
    sol_address: `So1ana${serial}`,
    snapshot_id: 1,
    amount_wei: '1500000000000000000',
    amount_ua: '1.5',
    chain_id: 56,
    nonce: '1',
    signature: '0x',
    status: 'queued',
    submitted_at_ms: 1_000 + serial,
    sol_tx: null,
    reject_reason: null,
    ...change,
  }
}

export const GENESIS = 'genesis-of-a-test-cluster'
export const WALLET = 'wallet-of-a-test'

export function sampleRun(change: Partial<NewRun> = {}): NewRun {
  return {
    sender: 'bulk',
    distribution_id: null,
    state: 'running',
    wallet_address: WALLET,
    mint_address: 'mint',
    mint_decimals: 9,
    token_program: 'token-program',
    genesis_hash: GENESIS,
    rpc_url: 'http://127.0.0.1:1',
    batch_size: 10,
    delay_ms: 1000,
    priority_fee_cap: 1_000_000,
    estimated_fee_lamports: '0',
    estimated_rent_lamports: '0',
    transfer_count: 0,
    batch_count: 0,
    message: null,
    started_at_ms: 1,
    finished_at_ms: null,
    ...change,
  }
}

/** The payment of a claim, on no run's list yet. */
export function sampleTransfer(
  { id, evm_address, sol_address }: Pick<NewClaim, 'id' | 'evm_address' | 'sol_address'>,
  change: Partial<NewTransfer> = {},
): NewTransfer {
  return {
    claim_id: id,
    evm_address,
    distribution_id: null,
    row_number: null,
    run_id: null,
    state: 'queued',
    recipient: sol_address,
    base_units: '1500000000',
    dust_ua: '0',
    mint_address: 'mint',
    mint_decimals: 9,
    genesis_hash: GENESIS,
    pack_limit: null,
    failure: null,
    paid_tx: null,
    settled_at_ms: null,
    ...change,
  }
}

/** The payment of a claim that was marked sent. */
export function samplePayment(claim: Parameters<typeof sampleTransfer>[0], paid_tx = 'tx') {
  return {
    ...sampleTransfer(claim, { state: 'paid', recorded_by: 'mark_sent', settled_at_ms: 1 }),
    paid_tx,
  }
}

export function sampleAttempt(runId: number, fence: number, change: Partial<NewAttempt> = {}): NewAttempt {
  const id = randomBytes(16).toString('base64url')
  return {
    id,
    run_id: runId,
    state: 'journaled',
    signature: `signature-of-${id}`,
    wire_bytes: Buffer.from([1, 2, 3]),
    blockhash: 'blockhash',
    last_valid_block_height: 150,
    context_slot: 1,
    wallet_address: WALLET,
    source_token_account: 'source',
    genesis_hash: GENESIS,
    fence,
    journaled_at_ms: 1,
    resolved_at_ms: null,
    slot: null,
    fee_lamports: '5000',
    rent_lamports: '0',
    error: null,
    ...change,
  }
}
