import { type AmountUA, formatDecimalUnits } from './amounts.ts'

const SOL_DECIMALS = 9

/** Lamports as an exact decimal in SOL. */
export function inSol(lamports: bigint): AmountUA {
  return formatDecimalUnits(lamports, SOL_DECIMALS)
}

/**
 * The most that is offered for a compute unit unless the operator says otherwise, in micro-lamports: about 0.00027 SOL for a
 * payout to nine new accounts.
 */
export const DEFAULT_PRIORITY_FEE_CAP = 1_000_000
