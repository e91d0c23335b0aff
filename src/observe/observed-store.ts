import { joinObservers } from '#domain/join-observers.ts'
import type { Observe } from '#domain/portal-event.ts'
import { nodeUrlsOf } from '#domain/sender.ts'
import type { Store } from '#store/store.ts'
import { nodeOrigin } from './node-origin.ts'
import { observedDecisions } from './observed-decisions.ts'
import { observedJournal } from './observed-journal.ts'
import { observedRuns, tellOfRun } from './observed-runs.ts'

/**
 * Returns a store that tells of what it has committed: of every write that pays, decides or configures something, by any writer.
 * It writes and reads as the given one does.
 */
export function observedStore(
  store: Store,
  observer: Observe,
  onFault: (error: unknown) => void = () => {},
): Store {
  // What was committed is committed, whatever becomes of telling it.
  const observe = joinObservers([observer], onFault)
  return {
    ...store,
    ...observedDecisions(store, observe),
    journal: observedJournal(store.journal, observe),
    runs: observedRuns(store.runs, observe),
    senders: observedSenders(store.senders, observe),
    snapshots: observedSnapshots(store.snapshots, observe),
    distributions: observedDistributions(store.distributions, observe),
    claimControls: observedClaimControls(store.claimControls, observe),
    denyList: observedDenyList(store.denyList, observe),
    claims: observedClaims(store.claims, observe),
    claimCorrections: observedCorrections(store.claimCorrections, observe),
    adminSessions: observedSessions(store.adminSessions, observe),
  }
}

function observedSenders(senders: Store['senders'], observe: Observe): Store['senders'] {
  return {
    ...senders,
    async save(sender) {
      await senders.save(sender)
      const { kind, walletAddress, mintAddress, genesisHash, batchSize, delayMs, priorityFeeCap } = sender
      observe({
        event: 'sender_configured',
        sender: kind,
        wallet: walletAddress,
        mint: mintAddress,
        genesisHash,
        nodes: nodeUrlsOf(sender).map(nodeOrigin),
        batchSize,
        delayMs,
        priorityFeeCap,
      })
    },
  }
}

function observedSnapshots(snapshots: Store['snapshots'], observe: Observe): Store['snapshots'] {
  return {
    ...snapshots,
    async publish(snapshotId, facts) {
      const outcome = await snapshots.publish(snapshotId, facts)
      const { addressCount: addresses, fileHash } = facts
      if (outcome === 'published') observe({ event: 'list_published', snapshotId, addresses, fileHash })
      return outcome
    },
  }
}

function observedDistributions(
  distributions: Store['distributions'],
  observe: Observe,
): Store['distributions'] {
  return {
    ...distributions,
    async add(distribution, entries) {
      await distributions.add(distribution, entries)
      const { id, fileHash } = distribution
      observe({ event: 'distribution_published', distributionId: id, rows: entries.length, fileHash })
    },
    async begin(start) {
      const outcome = await distributions.begin(start)
      if (outcome.kind === 'begun') tellOfRun(observe, outcome.run)
      return outcome
    },
    async remove(distributionId, action) {
      const outcome = await distributions.remove(distributionId, action)
      if (outcome === 'done') observe({ event: 'distribution_deleted', distributionId })
      return outcome
    },
  }
}

function observedClaimControls(controls: Store['claimControls'], observe: Observe): Store['claimControls'] {
  return {
    ...controls,
    async change(beginning, change, action) {
      await controls.change(beginning, change, action)
      const { isPaused } = change
      const changed = Object.keys(change)
      observe({ event: 'claim_controls_changed', changed, ...(isPaused !== undefined && { isPaused }) })
    },
  }
}

function observedDenyList(denyList: Store['denyList'], observe: Observe): Store['denyList'] {
  return {
    ...denyList,
    async add(addresses, action) {
      await denyList.add(addresses, action)
      observe({ event: 'deny_list_changed', added: addresses.length, removed: 0 })
    },
    async remove(address, action) {
      const isRemoved = await denyList.remove(address, action)
      if (isRemoved) observe({ event: 'deny_list_changed', added: 0, removed: 1 })
      return isRemoved
    },
  }
}

function observedClaims(claims: Store['claims'], observe: Observe): Store['claims'] {
  return {
    ...claims,
    async insertMany(batch) {
      const written = await claims.insertMany(batch)
      for (const claimId of written) observe({ event: 'claim_accepted', claimId })
      return written
    },
  }
}

function observedCorrections(
  corrections: Store['claimCorrections'],
  observe: Observe,
): Store['claimCorrections'] {
  return {
    ...corrections,
    async correct(claim, nowMs) {
      const outcome = await corrections.correct(claim, nowMs)
      if (outcome === 'done') observe({ event: 'claim_corrected', claimId: claim.id })
      return outcome
    },
  }
}

function observedSessions(sessions: Store['adminSessions'], observe: Observe): Store['adminSessions'] {
  return {
    ...sessions,
    async add(...session) {
      await sessions.add(...session)
      observe({ event: 'signed_in' })
    },
    async revoke(tokenHash) {
      await sessions.revoke(tokenHash)
      observe({ event: 'signed_out' })
    },
    async revokeAll() {
      await sessions.revokeAll()
      observe({ event: 'signed_out_everywhere' })
    },
  }
}
