import type { Address } from '@solana/kit'
import { AmountSyntaxError, type AmountUA, type TokenAmount, toBaseUnits } from '#domain/amounts.ts'
import type { Claim } from '#domain/claim.ts'
import type { WalletAmount } from '#domain/match-payments.ts'
import type { Transaction } from './attempt-endings.ts'
import { chunksOf } from './chunks-of.ts'

/** A token on a cluster, and its decimals. */
export interface TokenKey {
  genesisHash: string
  mintAddress: Address
  mintDecimals: number
}

export type ClaimDebt = WalletAmount & { claim: Claim; dustUA: AmountUA }
export type RowDebt = WalletAmount & { transferId: number }

/** Finds queued claims to these wallets with no payment under way, on hold or made, oldest first. */
export async function claimDebts(
  tx: Transaction,
  mintDecimals: number,
  recipients: readonly Address[],
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

/** Returns null where the amount is more than a token account holds: it can not have been paid. */
function owedFor({ amountUA }: Claim, mintDecimals: number): TokenAmount | null {
  try {
    return toBaseUnits(amountUA, mintDecimals)
  } catch (error) {
    if (error instanceof AmountSyntaxError) return null
    throw error
  }
}

/** Finds the rows of distributions that are owed to these wallets, oldest first. */
export async function rowDebts(
  tx: Transaction,
  { genesisHash, mintAddress }: TokenKey,
  recipients: readonly Address[],
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
      debts.push({ transferId: id, recipient, baseUnits })
    }
  }
  return debts
}
