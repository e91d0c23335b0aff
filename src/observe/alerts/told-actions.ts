import type { OperatorAction, RecordedAction } from '#store/database/schema.ts'

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
