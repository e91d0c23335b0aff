import type { Run } from '#domain/run.ts'
import { anchorOf } from '#store/anchors.ts'
import type { JournaledAttempt } from '#store/journal.ts'
import type { Store } from '#store/store.ts'
import { type ExpiryResult, proveExpired } from './attempt-machine.ts'
import type { FailoverRpc } from './failover-rpc.ts'
import { factsOf, gatherEvidence } from './gather-evidence.ts'
import { SourceReader } from './source-reader.ts'

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
