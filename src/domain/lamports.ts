import { type AmountUA, formatDecimalUnits } from './amounts.ts'

const SOL_DECIMALS = 9

/** Lamports as an exact decimal in SOL. */
export function inSol(lamports: bigint): AmountUA {
  return formatDecimalUnits(lamports, SOL_DECIMALS)
}
