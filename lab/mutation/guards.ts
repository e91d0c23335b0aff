import { CLAIM_CORRECTION_GUARDS } from './guards/claim-corrections.ts'
import { CLAIM_GUARDS } from './guards/claims.ts'
import { DOMAIN_GUARDS } from './guards/domain.ts'
import { ENGINE_GUARDS } from './guards/engine.ts'
import { EXPIRY_GUARDS } from './guards/expiry.ts'
import { HOLDER_LIST_GUARDS } from './guards/holder-list.ts'
import { NODE_GUARDS } from './guards/nodes.ts'
import { PAYABLE_GUARDS } from './guards/payable.ts'
import { PAYOUT_GUARDS } from './guards/payouts.ts'
import { RECORD_GUARDS } from './guards/records.ts'
import { RUN_GUARDS } from './guards/runs.ts'
import { SECOND_SECRET_GUARDS } from './guards/second-secret.ts'
import { SECRET_GUARDS } from './guards/secrets.ts'
import { SERVER_GUARDS } from './guards/servers.ts'
import { SIGNATURE_GUARDS } from './guards/signatures.ts'
import { SOLANA_GUARDS } from './guards/solana.ts'
import { STORE_GUARDS } from './guards/store.ts'
import type { Guard } from './mutant.ts'

/** Every guard whose removal a test must notice. Those that the simulation notices are in its own list. */
export const GUARDS: readonly Guard[] = [
  ...DOMAIN_GUARDS,
  ...STORE_GUARDS,
  ...CLAIM_GUARDS,
  ...CLAIM_CORRECTION_GUARDS,
  ...SIGNATURE_GUARDS,
  ...HOLDER_LIST_GUARDS,
  ...PAYABLE_GUARDS,
  ...RUN_GUARDS,
  ...PAYOUT_GUARDS,
  ...ENGINE_GUARDS,
  ...EXPIRY_GUARDS,
  ...NODE_GUARDS,
  ...SOLANA_GUARDS,
  ...RECORD_GUARDS,
  ...SERVER_GUARDS,
  ...SECOND_SECRET_GUARDS,
  ...SECRET_GUARDS,
]
