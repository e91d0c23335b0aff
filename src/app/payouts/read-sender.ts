import type { SenderKind } from '#domain/sender.ts'
import type { RecordsOfOneMoment } from '#store/one-moment.ts'

/** What the records say of a sender at one moment. */
export type SenderRecords = Awaited<ReturnType<typeof readSender>>

/** Reads a sender, the check of its records, and its newest run with its payments counted. */
export async function readSender(records: RecordsOfOneMoment, kind: SenderKind) {
  const sender = await records.senders.find(kind)
  const run = await records.listedRuns.newest(kind)
  return {
    kind,
    sender,
    behind: sender && (await records.recordsBehind.find(sender)),
    run,
    counts: run && (await records.runResults.transferCounts(run.id)),
  }
}
