import { MONEY_ERRORS } from '#api-schema/second-secret.ts'
import type { ErrorCode } from '#domain/portal-error.ts'

/** Errors of every endpoint that asks the nodes of a configured sender. */
export const CLUSTER_ERRORS = [
  'sender_unreadable',
  'cluster_changed',
  'rpc_unreachable',
] as const satisfies ErrorCode[]

export const CONFIG_ERRORS = [
  'invalid_rpc_url',
  'invalid_private_key',
  'invalid_password',
  'too_many_logins',
  'sign_in_busy',
  'sending_key_needed',
  'sender_unreadable',
  'rpc_unreachable',
  'node_unreachable',
  'nodes_disagree',
  'mint_unsteady',
  'invalid_mint',
  'mint_not_found',
  'unsupported_mint',
  'test_key_on_mainnet',
  'confirm_mainnet',
  'sender_in_use',
  'source_bound',
  'source_shared',
  'attempts_unresolved',
  ...MONEY_ERRORS,
] as const satisfies ErrorCode[]

/** Errors that keep a run from starting, whether it pays claims or a distribution. */
export const START_ERRORS = [
  ...CLUSTER_ERRORS,
  'run_in_progress',
  'changed_meanwhile',
  'start_key_used',
  'store_not_durable',
  'records_behind_chain',
  'mint_changed',
  'mint_not_found',
  'unsupported_mint',
  'source_account_frozen',
  'source_frozen',
  'not_delegate',
  'allowance_too_small',
  'insufficient_sol',
  'insufficient_tokens',
  ...MONEY_ERRORS,
  'maker_unknown',
  'same_person',
] as const satisfies ErrorCode[]
