import type { Run } from '#domain/run.ts'
import type { FailoverRpc } from '#payout/nodes/failover-rpc.ts'
import { SourceReader } from '#payout/records/source-reader.ts'
import type { JournaledAttempt } from '#store/payouts/journal.ts'
import { anchorOf } from '#store/records/anchors.ts'
import type { Store } from '#store/store.ts'
import { type ExpiryResult, proveExpired } from './attempt-machine.ts'
import { factsOf, gatherEvidence } from './gather-evidence.ts'

/**
 * Gathers the evidence about one attempt on hold as the engine does, for an operator who is to settle it.
 * Throws RpcUnavailableError.
 */
export async function examineHold(
  store: Pick<Store, 'journal'>,
  reader: FailoverRpc,
  run: Run,
  attempt: JournaledAttempt,
): Promise<ExpiryResult> {
  const source = new SourceReader({
    journal: store.journal,
    mint: run.mintAddress,
    sourceTokenAccount: attempt.sourceTokenAccount,
  })
  const [evidence] = await gatherEvidence([attempt], {
    node: reader.preferred,
    secondNode: reader.second,
    passedOver: reader.passedOver,
    source,
    anchor: anchorOf(run),
  })
  if (!evidence) throw new Error('An attempt was not examined')
  return proveExpired(factsOf(attempt), evidence)
}
