import { AmountSyntaxError, type AmountUA, type TokenAmount, toBaseUnits } from '#domain/amounts.ts'
import type { Claim } from '#domain/claim.ts'
import type { WalletAmount } from '#domain/match-payments.ts'
import type { Transaction } from './attempt-endings.ts'
import { chunksOf } from './chunks-of.ts'

/** A token on a cluster, and its decimals. */
export interface TokenKey {
  genesisHash: string
  mintAddress: string
  mintDecimals: number
}

export type ClaimDebt = WalletAmount & { claim: Claim; dustUA: AmountUA }
export type RowDebt = WalletAmount & { transferId: number }

/** Queued claims to these wallets that nothing is under way for, oldest first. */
export async function claimDebts(
  tx: Transaction,
  mintDecimals: number,
  recipients: readonly string[],
): Promise<ClaimDebt[]> {
  const debts: ClaimDebt[] = []
  for (const page of chunksOf(recipients)) {
    const claims = await tx
      .selectFrom('claim')
      .selectAll()
      .where('status', '=', 'queued')
      .where('solAddress', 'in', page)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('transfer')
              .select('transfer.id')
              .whereRef('transfer.claimId', '=', 'claim.id')
              .where('transfer.state', 'in', ['in_flight', 'hold', 'paid']),
          ),
        ),
      )
      .orderBy('seq')
      .execute()
    for (const claim of claims) {
      const owed = owedFor(claim, mintDecimals)
      if (owed) debts.push({ ...owed, recipient: claim.solAddress, claim })
    }
  }
  return debts
}

/** Null where the amount is more than a token account holds: it can not have been paid. */
function owedFor({ amountUA }: Claim, mintDecimals: number): TokenAmount | null {
  try {
    return toBaseUnits(amountUA as AmountUA, mintDecimals)
  } catch (error) {
    if (error instanceof AmountSyntaxError) return null
    throw error
  }
}

/** Rows of distributions that are owed to these wallets, oldest first. */
export async function rowDebts(
  tx: Transaction,
  { genesisHash, mintAddress }: TokenKey,
  recipients: readonly string[],
): Promise<RowDebt[]> {
  const debts: RowDebt[] = []
  for (const page of chunksOf(recipients)) {
    const rows = await tx
      .selectFrom('transfer')
      .select(['id', 'recipient', 'baseUnits'])
      .where('distributionId', 'is not', null)
      .where('state', 'in', ['queued', 'failed'])
      .where('genesisHash', '=', genesisHash)
      .where('mintAddress', '=', mintAddress)
      .where('recipient', 'in', page)
      .orderBy('id')
      .execute()
    for (const { id, recipient, baseUnits } of rows) {
      debts.push({ transferId: id, recipient, baseUnits: BigInt(baseUnits) })
    }
  }
  return debts
}
