import type { AppContext } from '#app/app-context.ts'
import { beginDistribution } from '#app/distributions/begin-distribution.ts'
import { tallyOf } from '#app/distributions/distribution-sums.ts'
import { configuredSender } from '#app/senders/configured-sender.ts'
import { coolingOffCutoff } from '#domain/cooling-off.ts'
import type { PayoutSource } from '#domain/payout-source.ts'
import { PortalError } from '#domain/portal-error.ts'
import type { Run } from '#domain/run.ts'
import type { Sender } from '#domain/sender.ts'
import type { NewRun } from '#store/schema.ts'
import type { Start } from './start-terms.ts'

/** The differences between the two sources of a payout. */
export interface SourceTerms {
  /** Throws where there is no such source. */
  assertExists(): Promise<void>
  /** Finds the sender that pays it. Throws where there is none, or none for this token. */
  sender(): Promise<Sender>
  /** The time after which claims are too young for a start at that moment; null where none are. */
  acceptedBy(startedAtMs: number): number | null
  /** Counts what a start would pay. Throws where nothing is left, neither to pay nor to settle. */
  countOwed(sender: Sender, startedAtMs: number): Promise<number>
  /** Records the run that begins. Throws needs_confirmation where it lacks the words that it takes, and run_in_progress. */
  begin(run: NewRun, start: Start): Promise<Run>
  startedWords(owed: number, canary: number | null): string
  stoppingWords: string
}

/** Returns the terms of claims or of a distribution. */
export function sourceTerms(app: AppContext, source: PayoutSource): SourceTerms {
  return source.kind === 'claims' ? claimsTerms(app) : distributionTerms(app, source.id)
}

/** Throws sender_not_configured, no_queued_claims and claims_cooling_off. */
function claimsTerms({ store, settings }: AppContext): SourceTerms {
  const { coolingOffMinutes: minutes } = settings
  const acceptedBy = (startedAtMs: number) => coolingOffCutoff(startedAtMs, minutes)
  return {
    acceptedBy,
    async assertExists() {},
    sender: () => configuredSender(store, 'bulk'),
    async countOwed({ genesisHash }, startedAtMs) {
      const queued = await store.claimTallies.countQueued()
      const cutoff = acceptedBy(startedAtMs)
      const owed = cutoff === null ? queued : await store.claims.countQueuedBy(cutoff)
      if (owed === 0 && (await store.journal.unresolved(genesisHash)).length === 0) {
        throw queued === 0
          ? new PortalError('no_queued_claims')
          : new PortalError('claims_cooling_off', { minutes })
      }
      return owed
    },
    async begin(planned, { claimIds }) {
      const run = await store.runs.create(planned, claimIds ?? [])
      if (!run) throw new PortalError('run_in_progress')
      return run
    },
    startedWords: (owed, canary) =>
      `Bulk send started for ${owed} queued ${owed === 1 ? 'claim' : 'claims'}.${canaryWords(owed, canary)}`,
    stoppingWords: 'Bulk send is stopping: what is under way is settled first.',
  }
}

/**
 * Throws no_distribution, standalone_not_configured, distribution_of_other_token and distribution_settled.
 * Failed payments are owed again.
 */
function distributionTerms(app: AppContext, id: string): SourceTerms {
  const { store } = app
  async function find() {
    const distribution = await store.distributions.find(id)
    if (!distribution) throw new PortalError('no_distribution')
    return distribution
  }
  return {
    acceptedBy: () => null,
    async assertExists() {
      await find()
    },
    async sender() {
      const distribution = await find()
      const sender = await configuredSender(store, 'standalone')
      // Its amounts were converted to base units of the decimals of then.
      const isOfThisToken =
        distribution.mintAddress === sender.mintAddress &&
        distribution.mintDecimals === sender.mintDecimals &&
        distribution.genesisHash === sender.genesisHash
      if (!isOfThisToken) throw new PortalError('distribution_of_other_token')
      return sender
    },
    async countOwed() {
      const { queued, failed, inFlight, held } = tallyOf(id, await store.distributions.sums(id))
      const owed = queued + failed
      if (owed + inFlight + held === 0) throw new PortalError('distribution_settled')
      return owed
    },
    begin: (run, { confirm }) => beginDistribution(app, { ...run, distributionId: id }, confirm),
    startedWords: (owed) => `Distribution started for ${owed} ${owed === 1 ? 'payment' : 'payments'}.`,
    stoppingWords: 'The distribution is stopping: what is under way is settled first.',
  }
}

/** Tells that the first payments go alone, where others follow. */
function canaryWords(owed: number, canary: number | null): string {
  if (canary === null || canary >= owed) return ''
  return ` The first ${canary === 1 ? 'one is' : `${canary} are`} sent alone, the rest once ${canary === 1 ? 'it is' : 'they are'} final.`
}
