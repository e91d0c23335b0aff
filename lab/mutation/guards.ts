import { API_GUARDS } from './guards/api.ts'
import { CLAIM_CORRECTION_GUARDS } from './guards/claim-corrections.ts'
import { CLAIM_ELSEWHERE_GUARDS } from './guards/claim-elsewhere.ts'
import { CLAIM_MESSAGE_GUARDS } from './guards/claim-messages.ts'
import { CLAIM_GUARDS } from './guards/claims.ts'
import { CONFIG_GUARDS } from './guards/config.ts'
import { DENY_LIST_GUARDS } from './guards/deny-list.ts'
import { DESTINATION_GUARDS } from './guards/destinations.ts'
import { DISTRIBUTION_GUARDS } from './guards/distributions.ts'
import { DOMAIN_GUARDS } from './guards/domain.ts'
import { ENGINE_GUARDS } from './guards/engine.ts'
import { EVM_GUARDS } from './guards/evm.ts'
import { EXPIRY_GUARDS } from './guards/expiry.ts'
import { HOLDER_LIST_GUARDS } from './guards/holder-list.ts'
import { KEY_ROTATION_GUARDS } from './guards/key-rotation.ts'
import { LEASE_GUARDS } from './guards/leases.ts'
import { LIMITED_RUN_GUARDS } from './guards/limited-runs.ts'
import { LIST_FORMAT_GUARDS } from './guards/list-formats.ts'
import { MINT_GUARDS } from './guards/mints.ts'
import { NODE_GUARDS } from './guards/nodes.ts'
import { OBSERVE_GUARDS } from './guards/observe.ts'
import { PAYABLE_GUARDS } from './guards/payable.ts'
import { PAYOUT_GUARDS } from './guards/payouts.ts'
import { PROOF_GUARDS } from './guards/proofs.ts'
import { RECORD_GUARDS } from './guards/records.ts'
import { RESTART_GUARDS } from './guards/restarts.ts'
import { SERVER_GUARDS } from './guards/servers.ts'
import { SESSION_GUARDS } from './guards/sessions.ts'
import { SHEET_GUARDS } from './guards/sheets.ts'
import { SNAPSHOT_GUARDS } from './guards/snapshot.ts'
import { SOLANA_GUARDS } from './guards/solana.ts'
import { STORE_GUARDS } from './guards/store.ts'
import { TRANSPORT_GUARDS } from './guards/transport.ts'
import type { Guard } from './mutant.ts'

/** Every guard whose removal a test must notice. Those that the simulation notices are in its own list. */
export const GUARDS: readonly Guard[] = [
  ...DOMAIN_GUARDS,
  ...SHEET_GUARDS,
  ...LIST_FORMAT_GUARDS,
  ...DISTRIBUTION_GUARDS,
  ...CONFIG_GUARDS,
  ...STORE_GUARDS,
  ...EVM_GUARDS,
  ...SOLANA_GUARDS,
  ...MINT_GUARDS,
  ...TRANSPORT_GUARDS,
  ...EXPIRY_GUARDS,
  ...DENY_LIST_GUARDS,
  ...ENGINE_GUARDS,
  ...LEASE_GUARDS,
  ...LIMITED_RUN_GUARDS,
  ...NODE_GUARDS,
  ...HOLDER_LIST_GUARDS,
  ...PROOF_GUARDS,
  ...SNAPSHOT_GUARDS,
  ...CLAIM_GUARDS,
  ...CLAIM_CORRECTION_GUARDS,
  ...CLAIM_MESSAGE_GUARDS,
  ...CLAIM_ELSEWHERE_GUARDS,
  ...DESTINATION_GUARDS,
  ...PAYABLE_GUARDS,
  ...PAYOUT_GUARDS,
  ...RECORD_GUARDS,
  ...RESTART_GUARDS,
  ...SERVER_GUARDS,
  ...SESSION_GUARDS,
  ...KEY_ROTATION_GUARDS,
  ...API_GUARDS,
  ...OBSERVE_GUARDS,
]
