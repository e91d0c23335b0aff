import type { Address } from '@solana/kit'
import { type AmountUA, fitBaseUnits } from '#domain/amounts.ts'
import type { Claim } from '#domain/claim.ts'
import type { WalletAmount } from '#domain/match-payments.ts'
import { chunksOf } from '#store/database/queries.ts'
import type { Transaction } from './attempt-endings.ts'

/** A token on a cluster, and its decimals. */
export interface TokenKey {
  genesisHash: string
  mintAddress: Address
  mintDecimals: number
}

export type ClaimDebt = WalletAmount & { claim: Claim; dustUA: AmountUA }
export type RowDebt = WalletAmount & { transferId: number }

/**
 * Finds queued claims to these wallets with no payment under way, on hold or made, oldest first. One that was corrected since may
 * have been paid to the wallet that it named before: its debt is to that wallet then.
 */
export async function claimDebts(
  tx: Transaction,
  mintDecimals: number,
  recipients: readonly Address[],
): Promise<ClaimDebt[]> {
  const debts = new Map<string, ClaimDebt>()
  for (const page of chunksOf(recipients)) {
    const corrected = await correctedFrom(tx, page)
    const claims = await tx
      .selectFrom('claim')
      .selectAll()
      .where('status', '=', 'queued')
      .where(({ or, eb, selectFrom }) =>
        or([
          eb('solAddress', 'in', page),
          eb('id', 'in', selectFrom('claim_correction').select('claimId').where('solAddress', 'in', page)),
        ]),
      )
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
      // What a token account can not hold can not have been paid.
      const owed = fitBaseUnits(claim.amountUA, mintDecimals)
      const isNamed = page.includes(claim.solAddress)
      const recipient = isNamed ? claim.solAddress : corrected.get(claim.id)
      // The address in force before an earlier one: a claim is one debt.
      if (owed && recipient && (isNamed || !debts.has(claim.id)))
        debts.set(claim.id, { ...owed, recipient, claim })
    }
  }
  return [...debts.values()]
}

/** Finds the claims that named one of these wallets before they were corrected, and the last of those that each named. */
async function correctedFrom(tx: Transaction, wallets: readonly Address[]): Promise<Map<string, Address>> {
  const rows = await tx
    .selectFrom('claim_correction')
    .select(['claimId', 'solAddress'])
    .where('solAddress', 'in', [...wallets])
    .orderBy('id')
    .execute()
  return new Map(rows.map(({ claimId, solAddress }) => [claimId, solAddress]))
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
