import type { AppContext } from '#app/app-context.ts'
import { tallyOf } from '#app/distributions/list-distributions.ts'
import { countOf } from '#app/reply-values.ts'
import { distributionSubject, listSubject } from '#app/second-secret/second-secret.ts'
import { configuredSender } from '#app/senders/configured-sender.ts'
import type { PayoutSource } from '#domain/payout-source.ts'
import { PortalError } from '#domain/portal-error.ts'
import { describeRepeats, type RepeatedPayments, repeatConfirmation } from '#domain/repeated-payments.ts'
import type { Run } from '#domain/run.ts'
import { coolingOffCutoff } from '#domain/run-limits.ts'
import type { Sender } from '#domain/sender.ts'
import { claimScope } from '#payout/fill-run.ts'
import type { PayoutPlan } from '#payout/plan-payout.ts'
import type { NewRun } from '#store/database/schema.ts'
import type { RepeatDecision } from '#store/payouts/distributions.ts'
import type { JudgedPayments } from '#store/payouts/run-lists.ts'
import type { Start } from './start-terms.ts'
import { readTokenNames, tokensOf } from './token-names.ts'

/** The differences between the two sources of a payout. */
interface SourceTerms {
  /** Throws where there is no such source. */
  assertExists(): Promise<void>
  /** Finds the sender that pays it. Throws where there is none, or none for this token. */
  sender(): Promise<Sender>
  /** The time after which claims are too young for a start at that moment; null where none are. */
  acceptedBy(startedAtMs: number): number | null
  /** Throws where nothing is left, neither to pay nor to settle. */
  assertOwes(sender: Sender, startedAtMs: number): Promise<void>
  /** Demands the second secret for what a plan pays; tells whether it was asked for. Throws as SecondSecret.demandStart does. */
  demandStart(plan: PayoutPlan, digest: string): Promise<boolean>
  /**
   * Records the run that begins, with its list. Throws needs_confirmation where it lacks the words that it takes, only_repeats,
   * run_in_progress, and OtherPaymentsError where it would take others than were judged.
   */
  begin(run: NewRun, start: Start, judged: JudgedPayments | null): Promise<Run>
  startedWords(run: Run): Promise<string>
  stoppingWords: string
}

/** Returns the terms of claims or of a distribution. */
export function sourceTerms(app: AppContext, source: PayoutSource): SourceTerms {
  return source.kind === 'claims' ? claimsTerms(app) : distributionTerms(app, source.id)
}

/** Throws sender_not_configured, no_queued_claims and claims_cooling_off. */
function claimsTerms({ store, settings, secondSecret }: AppContext): SourceTerms {
  const { coolingOffMinutes: minutes } = settings
  const acceptedBy = (startedAtMs: number) => coolingOffCutoff(startedAtMs, minutes)
  return {
    acceptedBy,
    async assertExists() {},
    sender: () => configuredSender(store, 'bulk'),
    async assertOwes({ genesisHash }, startedAtMs) {
      const queued = await store.claimTallies.countQueued()
      const cutoff = acceptedBy(startedAtMs)
      const owed = cutoff === null ? queued : await store.claims.countQueuedBy(cutoff)
      if (owed === 0 && (await store.journal.unresolved(genesisHash)).length === 0) {
        throw queued === 0
          ? new PortalError('no_queued_claims')
          : new PortalError('claims_cooling_off', { minutes })
      }
    },
    async demandStart({ estimate, mint }, digest) {
      const list = await store.snapshots.current()
      const { payableCount, neededBaseUnits } = estimate
      const sum = tokensOf(neededBaseUnits, mint.decimals, settings.tokenSymbol)
      return await secondSecret.demandStart(
        {
          action: 'start_claims',
          what: `start the bulk sender: ${countOf(payableCount, 'payment')}, ${sum}`,
          facts: [list?.id ?? null, payableCount, neededBaseUnits, digest],
        },
        { subject: listSubject(list?.id ?? 0), made: 'published' },
        false,
      )
    },
    async begin(planned, { claimIds }, judged) {
      const scope = claimScope({ claimIds, acceptedBy: acceptedBy(planned.startedAtMs), judged })
      const run = await store.runs.create(planned, scope)
      if (!run) throw new PortalError('run_in_progress')
      return run
    },
    startedWords: async ({ transferCount: taken, canary }) =>
      `Bulk send started for ${taken} queued ${taken === 1 ? 'claim' : 'claims'}.${canaryWords(taken, canary)}`,
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
    async assertOwes() {
      const { queued, failed, inFlight, held } = tallyOf(id, await store.distributions.sums(id))
      if (queued + failed + inFlight + held === 0) throw new PortalError('distribution_settled')
    },
    async demandStart({ estimate, mint }, digest) {
      const distribution = await find()
      const { fileName, fileHash } = distribution
      const { payableCount, neededBaseUnits } = estimate
      const sum = tokensOf(neededBaseUnits, mint.decimals, (await readTokenNames(app))(distribution))
      return await app.secondSecret.demandStart(
        {
          action: 'start_distribution',
          what: `start "${fileName}": ${countOf(payableCount, 'payment')}, ${sum}`,
          facts: [id, fileHash, payableCount, neededBaseUnits, digest],
        },
        { subject: distributionSubject(id), made: 'uploaded' },
        true,
      )
    },
    begin: (run, start, judged) => beginDistribution(app, { ...run, distributionId: id }, start, judged),
    async startedWords({ id: runId, transferCount }) {
      const { hold, left_out: leftOut } = await store.runs.transferCounts(runId)
      if (hold === transferCount)
        return `Distribution started, to prove what became of ${countOf(hold, 'payment')} on hold.`
      return `Distribution started for ${countOf(transferCount, 'payment')}.${leftOutWords(leftOut)}`
    },
    stoppingWords: 'The distribution is stopping: what is under way is settled first.',
  }
}

/** Tells that rows are not paid, where there are any. */
function leftOutWords(leftOut: number): string {
  if (leftOut === 0) return ''
  return ` ${countOf(leftOut, 'payment')} that ${leftOut === 1 ? 'was' : 'were'} made before ${leftOut === 1 ? 'is' : 'are'} left out.`
}

/** Tells that the first payments go alone, where others follow. */
function canaryWords(taken: number, canary: number | null): string {
  if (canary === null || canary >= taken) return ''
  return ` The first ${canary === 1 ? 'one is' : `${canary} are`} sent alone, the rest once ${canary === 1 ? 'it is' : 'they are'} final.`
}

/** What a start says about rows that were paid before. */
interface RepeatTerms {
  /** The words that confirm that they are paid again. */
  confirm: string | undefined
  /** They are left out for good. */
  leaveOutRepeats: boolean
}

/**
 * Begins the run of a distribution. Rows that were paid before are left out where that is asked for; otherwise it begins only with the
 * words that name their number and sum as they are in that commit. Either is recorded. Throws needs_confirmation, only_repeats,
 * no_distribution, run_in_progress and OtherPaymentsError.
 */
async function beginDistribution(
  { store }: AppContext,
  run: NewRun & { distributionId: string },
  terms: RepeatTerms,
  judged: JudgedPayments | null,
): Promise<Run> {
  const outcome = await store.distributions.begin({
    run,
    judged,
    decide: (repeated) => decide(run, repeated, terms),
  })
  switch (outcome.kind) {
    case 'begun':
      return outcome.run
    case 'repeated':
      throw new PortalError('needs_confirmation', {
        why: `This would pay again: ${describeRepeats(outcome.repeated)}. Nothing was started.`,
        confirm: repeatConfirmation(outcome.repeated),
      })
    default:
      throw new PortalError(outcome.kind)
  }
}

function decide(
  { startedAtMs, distributionId }: NewRun & { distributionId: string },
  repeated: RepeatedPayments,
  { confirm, leaveOutRepeats }: RepeatTerms,
): RepeatDecision {
  if (repeated.rows === 0) return { kind: 'pay', action: null }
  const record = { atMs: startedAtMs, subject: distributionId }
  const detail = describeRepeats(repeated)
  if (leaveOutRepeats) {
    return { kind: 'leave_out', action: { ...record, action: 'leave_out_repeats', detail } }
  }
  if (confirm !== repeatConfirmation(repeated)) return { kind: 'ask' }
  return {
    kind: 'pay',
    action: { ...record, action: 'pay_again', detail: `"${confirm}" was typed; ${detail}` },
  }
}
