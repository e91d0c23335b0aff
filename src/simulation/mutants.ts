import type { Mutant } from '#mutation/mutant.ts'

/** The guards that keep a payment from happening twice, getting lost or getting stuck, each to be removed on purpose. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: 'signs again without waiting for the finalized height',
    file: 'payout/attempt-machine.ts',
    guard: 'return finalized.blockHeight > attempt.lastValidBlockHeight',
    without: 'return finalized.slot > attempt.contextSlot',
  },
  {
    name: 'signs again without searching the history',
    file: 'payout/gather-evidence.ts',
    guard: 'return { node, secondNode: second?.testimony ?? null, source }',
    without: `void second
  void source
  const history = { contextSlot: node.finalized.slot, statuses: [null] }
  return { node: { ...node, history }, secondNode: null, source: { complete: true, found: false } }`,
  },
  {
    name: 'signs without asking which cluster answers',
    file: 'payout/on-cluster.ts',
    guard: 'if ((await cluster.genesisHash()) !== genesisHash) {',
    without: "if ((await cluster.genesisHash()) !== genesisHash && genesisHash === '') {",
  },
  {
    name: 'stays with the larger format though the cluster drops it',
    file: 'payout/run-payout.ts',
    guard: "if (hasV1Expired) this.#format = 'v0'",
    without: 'void hasV1Expired',
  },
  {
    name: 'journals after sending',
    file: 'payout/run-payout.ts',
    guard: 'const journaled = await store.journal.write(lease, runId, batch.planned)',
    without: `for (const { attempt } of batch.planned) await wallet.cluster.broadcast(attempt as never)
      const journaled = await store.journal.write(lease, runId, batch.planned)`,
  },
  {
    name: 'journals without checking the fence',
    file: 'store/journal.ts',
    guard: '        await assertLease(tx, lease)\n',
    without: '        void lease\n        void assertLease\n',
  },
  {
    name: 'commits without syncing, and the power goes',
    file: 'store/database.ts',
    guard: "database.pragma('synchronous = FULL')",
    without: "database.pragma('synchronous = NORMAL')",
  },
]
