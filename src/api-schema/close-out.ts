import { z } from 'zod'
import { adminEndpoint } from './endpoint.ts'
import { cluster, decimalString, epochSeconds, treeHash } from './primitives.ts'

const closedList = z.object({
  id: z.number().int(),
  fileName: z.string(),
  root: treeHash.nullable(),
  rows: z.number().int(),
  total: decimalString,
  claimed: decimalString.describe(
    'Of what its rows give, by whichever version it was claimed; rejected claims count as unclaimed',
  ),
  unclaimed: decimalString,
  beyond: decimalString.describe('Claimed by addresses that it does not have, or for more than it gives'),
})

const closedMint = z.object({
  mint: z.string().describe('Empty for what was marked sent, or is owed, before a sender was configured'),
  tokenName: z.string(),
  cluster: cluster.nullable(),
  owed: decimalString.describe('With what is under way and on hold'),
  paid: decimalString.describe('To claims, as the ledger has it; of distributions nothing'),
  marked: decimalString.describe('Marked sent without proof'),
  floored: decimalString.describe("Less than the token's smallest unit, claim by claim"),
  inSource: decimalString.nullable().describe('In the account that the bulk sender pays from'),
  readAt: epochSeconds.nullable().describe('When the node was asked for it'),
  problem: z.string().nullable().describe('Why it is not known'),
  owedToDistributions: decimalString.describe('By distributions that are paid from the same account'),
  sweepable: decimalString
    .nullable()
    .describe('`inSource` less `owed` and `owedToDistributions`, and never less than 0'),
})

/** The end of a migration. Amounts are in whole units; those of different tokens are never added up. */
export const closeOutResponse = z.object({
  lists: z
    .array(closedList)
    .describe('The version in force, and earlier ones that claims name, newest first'),
  byMint: z.array(closedMint),
  asOf: epochSeconds.describe('When the records were read: all of them at one moment'),
})
export type CloseOutReply = z.infer<typeof closeOutResponse>

export const closeOutEndpoints = {
  closeOut: adminEndpoint({
    method: 'GET',
    path: '/api/admin/close-out',
    summary: 'What was given, claimed, paid, is owed, and may be taken back',
    description:
      "For each list: total = claimed + unclaimed. For each list, over all tokens: claimed + beyond = paid + owed + marked + floored. Payments of reset claims on the sender's cluster count.",
    reply: closeOutResponse,
    errors: [],
  }),

  exportCloseOut: adminEndpoint({
    method: 'GET',
    path: '/api/admin/close-out.xlsx',
    summary: 'The same as a workbook',
    reply: { fileName: 'close_out.xlsx' },
    errors: [],
  }),
}
