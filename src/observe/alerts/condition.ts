import type { Problem } from '#domain/portal-error.ts'
import type { Run } from '#domain/run.ts'
import type { OperatorAction, RecordedAction } from '#store/database/schema.ts'

/** Something that a person has to know of, for as long as it lasts. */
export interface Condition {
  /** Names it: the same while it lasts, and when it comes again. */
  key: string
  /** What is wrong, and what to do. */
  words: string
}

/** A message about a condition. */
export interface Alert {
  condition: string
  /** `done`: no condition, but something that somebody did. */
  phase: 'begun' | 'over' | 'done'
  text: string
  atMs: number
}

interface ConditionTexts {
  /** What is wrong, and what to do. */
  begun(subject: string, facts: never): string
  over(subject: string): string
  /** What its key names besides the kind; null for nothing. */
  subject: 'wallet' | 'sender' | null
  /** Its line in docs/operations/observability.md. */
  documentation: string
}

const WHOLE_REST =
  'the wallet holds less than the rest of its run takes: SOL by the estimate at its start, tokens exactly. Looked at when a run begins and every five minutes while it lasts'

/** Every condition that a person is alerted of. */
export const CONDITIONS = {
  hold: {
    subject: 'wallet',
    begun: (wallet, count: number) =>
      `${countOf(count)} from the wallet ${wallet} ${count === 1 ? 'is' : 'are'} on hold. Nothing more is sent for ${count === 1 ? 'it' : 'them'}. Look at the holds in the panel: each says what is known, and how it can be settled.`,
    over: (wallet) => `No payment from the wallet ${wallet} is on hold now.`,
    documentation: 'payments are on hold',
  },
  run_failed: {
    subject: 'sender',
    begun: (_sender, { id, walletAddress, message }: Run) =>
      `${runOf(id, walletAddress)} has failed. ${message ?? ''} Remedy that, then start a new run: what was paid is not paid again.`,
    over: (sender) => `The ${sender} sender's newest run is no longer failed.`,
    documentation: 'the newest run has failed; over when a new one is started',
  },
  run_waiting: {
    subject: 'sender',
    begun: (_sender, { run: { id, walletAddress, message }, minutes }: { run: Run; minutes: number }) =>
      `${runOf(id, walletAddress)} has been waiting for ${minutes} minutes. ${message ?? ''} It goes on by itself once it can; the panel shows the sender's nodes.`,
    over: (sender) => `The ${sender} sender's run no longer waits.`,
    documentation: 'a run has been waiting for three minutes',
  },
  records_behind: {
    subject: 'wallet',
    begun: (wallet, { payments, amount }: { payments: number; amount: string }) =>
      payments > 0
        ? `The chain shows ${countOf(payments)} (${amount} tokens) from the wallet ${wallet} that the records do not have. Nothing is paid from it: in the panel, take them over from the chain.`
        : `The balance of the wallet ${wallet} is not what the records explain. Nothing is paid from it: find out why, then have its sender continue in the panel.`,
    over: (wallet) => `The records of the wallet ${wallet} are no longer behind the chain.`,
    documentation: 'the chain shows what the records do not explain',
  },
  low_sol: {
    subject: 'wallet',
    begun: (wallet, funds: Funds) => shortOf('SOL', wallet, funds),
    over: (wallet) => `The wallet ${wallet} has the SOL that its run takes, or the run has ended.`,
    documentation: WHOLE_REST,
  },
  low_tokens: {
    subject: 'wallet',
    begun: (wallet, { treasury, ...funds }: Funds & { treasury: string | null }) =>
      treasury === null
        ? shortOf('tokens', wallet, funds)
        : `The wallet ${wallet} can pay ${funds.has} tokens out of ${treasury}, and the rest of run ${funds.runId} takes ${funds.needs}. Have its allowance there raised, or the account filled, before it runs out.`,
    over: (wallet) => `The wallet ${wallet} has the tokens that its run takes, or the run has ended.`,
    documentation: WHOLE_REST,
  },
  not_ready: {
    subject: null,
    begun: (_subject, { host, problems }: { host: string; problems: readonly Problem[] }) =>
      `The server ${host} is not ready, and claims are not taken: ${problems.map(({ where, problem }) => `${where}: ${problem}`).join('; ')}.`,
    over: () => 'The server is ready again.',
    documentation: 'the server has not been ready for half a minute',
  },
} as const satisfies Record<string, ConditionTexts>

type ConditionKind = keyof typeof CONDITIONS

/** What a wallet holds, and what the rest of a run takes. */
interface Funds {
  runId: number
  has: string
  needs: string
}

/** Makes a condition; `subject` is empty for a kind that names none. */
export function conditionOf<Kind extends ConditionKind>(
  kind: Kind,
  subject: string,
  facts: Parameters<(typeof CONDITIONS)[Kind]['begun']>[1],
): Condition {
  const begun: (subject: string, facts: never) => string = CONDITIONS[kind].begun
  return { key: subject === '' ? kind : `${kind}:${subject}`, words: begun(subject, facts as never) }
}

/** Says that a condition is over, by its key; also one that another version of Ferry has told. */
export function resolvedText(key: string): string {
  const [kind = '', subject = ''] = key.split(':')
  return Object.hasOwn(CONDITIONS, kind) ? CONDITIONS[kind as ConditionKind].over(subject) : `${key} is over.`
}

/** Tells whether a condition, by its key, is of what a wallet holds. */
export function isOfFunds(key: string): boolean {
  return key.startsWith('low_')
}

function runOf(id: number, wallet: string): string {
  return `Run ${id} from the wallet ${wallet}`
}

function countOf(payments: number): string {
  return payments === 1 ? '1 payment' : `${payments} payments`
}

function shortOf(what: string, wallet: string, { runId, has, needs }: Funds): string {
  return `The wallet ${wallet} has ${has} ${what}, and the rest of run ${runId} takes ${needs}. Send it more before it runs out.`
}

/** What is told of the moment it is recorded: all by which money may go another way, and who comes in. */
const WORDS: Partial<Record<OperatorAction, string>> = {
  sign_in_unknown_browser: 'Somebody signed in with a browser that was not seen before',
  configure_sender: 'A sender was configured',
  publish_list: 'A holder list was published',
  restore_list: 'An earlier holder list was published again',
  upload_distribution: 'A distribution was uploaded',
  start_run: 'A run was started',
  reset_claims: 'All claims were reset',
  reach_cap: 'A cap was reached',
  register_passkey: 'A passkey was registered',
  remove_passkey: 'A passkey was removed',
}

export const TOLD_ACTIONS = Object.keys(WORDS) as OperatorAction[]

/** Says what was done, when, who asked for it, and the entry by which the record can be checked. */
export function wordsOfAction({
  action,
  subject,
  detail,
  atMs,
  session,
  person,
  hash,
}: RecordedAction): string {
  const who = [session && `session ${session}`, person].filter(Boolean).join(', ') || 'no session'
  const time = new Date(atMs).toISOString().slice(0, 19).replace('T', ' ')
  return `${WORDS[action]} (${subject}): ${detail}. ${time} UTC, ${who}, entry ${hash.slice(0, 16)}.`
}
