import { type AmountUA, toBaseUnits } from '#domain/amounts.ts'
import type { ClaimRow, NewTransfer, RunRow } from '#store/schema.ts'
import type { Store } from '#store/store.ts'

const CLAIMS_PER_COMMIT = 1000

const LESS_THAN_ONE_UNIT = "The amount is less than the token's smallest unit"

/** Puts every queued claim on the run's list. May be done again after a crash: what is on it stays as it is. */
export async function fillRun({ claims, runs }: Pick<Store, 'claims' | 'runs'>, run: RunRow): Promise<void> {
  let afterSeq = 0
  for (;;) {
    const page = await claims.pageOfQueued(afterSeq, CLAIMS_PER_COMMIT)
    const last = page.at(-1)
    if (!last) break
    afterSeq = last.seq
    await runs.addTransfers(page.map((claim) => transferOf(claim, run)))
  }
  await runs.sealList(run.id)
}

function transferOf(claim: ClaimRow, run: RunRow): NewTransfer {
  const { baseUnits, dustUA } = toBaseUnits(claim.amount_ua as AmountUA, run.mint_decimals)
  const failure = baseUnits === 0n ? LESS_THAN_ONE_UNIT : null
  return {
    claim_id: claim.id,
    evm_address: claim.evm_address,
    run_id: run.id,
    state: failure === null ? 'queued' : 'failed',
    recipient: claim.sol_address,
    base_units: baseUnits.toString(),
    dust_ua: dustUA,
    mint_address: run.mint_address,
    genesis_hash: run.genesis_hash,
    pack_limit: null,
    failure,
    paid_tx: null,
    settled_at_ms: null,
  }
}
