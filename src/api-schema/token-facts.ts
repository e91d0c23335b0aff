import { z } from 'zod'
import { decimalString } from './primitives.ts'

/** The token that a sender pays, as the chain shows it. */
export const tokenFactsResponse = z.object({
  address: z.string(),
  decimals: z.number().int(),
  supplyUA: decimalString,
  mintAuthority: z.string().nullable().describe('Null where nobody may mint more'),
  freezeAuthority: z.string().nullable().describe('Null where nobody may freeze an account'),
  name: z.string().nullable().describe('As its metadata say, which anybody may write'),
  symbol: z.string().nullable(),
})
export type TokenFactsResponse = z.infer<typeof tokenFactsResponse>
