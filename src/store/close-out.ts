import { type RawBuilder, sql } from 'kysely'
import { UNKNOWN_CLUSTER } from '#domain/cluster-name.ts'
import type { Snapshot } from '#domain/snapshot.ts'
import type { Transfer } from '#domain/transfer.ts'
import { sumDecimals } from './database/column-readers.ts'
import type { Database } from './database/database.ts'
import { allowLongStatements } from './database/transactions.ts'
import { isUnsigned } from './payouts/unsent-transfers.ts'

/** A version of the holder list, and how much of what its rows give has been claimed. */
interface ListClaimed {
  version: Snapshot
  claimedWei: bigint
  unclaimedWei: bigint
}

/** The payments of claims in one token that were made, marked sent without proof, or signed and not decided. */
export interface PaymentSums extends Pick<Transfer, 'genesisHash' | 'mintAddress' | 'mintDecimals'> {
  kind: 'paid' | 'marked' | 'signed'
  baseUnits: bigint
  /** What the floor cut off. */
  dustWei: bigint
}

/** The unit of the coin, and of the token that queued claims will be paid in. */
interface CloseOutUnits {
  coinDecimals: number
  mintDecimals: number
}

/**
 * Sums what the close-out compares, in statements that go through all claims, payments and rows once. A payment of a claim that was
 * reset counts as claimed where it was made on the cluster: `null` for any.
 */
export function createCloseOutStore({ db, dialect }: Database) {
  const sumOf = (column: RawBuilder<unknown>) => sumDecimals.of(dialect, column as RawBuilder<bigint>)

  const formerPayment = (genesisHash: string | null) => sql<boolean>`(
    transfer.claim_id is null and transfer.evm_address is not null and transfer.state = 'paid'
    ${genesisHash === null ? sql`` : sql`and transfer.genesis_hash in (${genesisHash}, ${UNKNOWN_CLUSTER})`})`

  /** The amount of a claim by its payment: no digit of the base units overlaps one of the dust. */
  const paidWei = (coinDecimals: number) => {
    const coin = sql.lit(coinDecimals)
    return sql`case
      when transfer.mint_decimals <= ${coin} then transfer.base_units
        || substr(${dustDigits(coinDecimals)}, transfer.mint_decimals + 1, ${coin} - transfer.mint_decimals)
      when length(transfer.base_units) > transfer.mint_decimals - ${coin}
        then substr(transfer.base_units, 1, length(transfer.base_units) - (transfer.mint_decimals - ${coin}))
      else '0' end`
  }

  const added = (one: RawBuilder<unknown>, other: RawBuilder<unknown>) =>
    dialect === 'sqlite'
      ? sql`add_decimals(${one}, ${other})`
      : sql`((${one})::numeric + (${other})::numeric)::text`

  /** Compares each row with what its address has claimed, or was paid before a reset. More than the row gives is no part of it. */
  async function claimedOf(snapshotId: number, genesisHash: string | null, coinDecimals: number) {
    const taken = sql`case when taken is null then '0'
      when length(taken) < length(given) or (length(taken) = length(given) and taken < given) then taken
      else given end`
    const rest =
      dialect === 'sqlite'
        ? added(sql`given`, sql`'-' || least_taken`)
        : sql`(given::numeric - least_taken::numeric)::text`
    // Most rows are claimed whole, or not at all.
    const left = sql`case least_taken when '0' then given when given then '0' else ${rest} end`
    const { rows } = await sql<{ claimed: string; unclaimed: string }>`
      with former as (
        select evm_address, ${sumOf(paidWei(coinDecimals))} as wei from transfer
        where ${formerPayment(genesisHash)} group by evm_address
      ), held as (
        select allocation.amount_wei as given, case
          when former.wei is null then claim.amount_wei
          when claim.amount_wei is null then former.wei
          else ${added(sql`claim.amount_wei`, sql`former.wei`)} end as taken
        from allocation
        left join claim on claim.evm_address = allocation.evm_address and claim.status <> 'rejected'
        left join former on former.evm_address = allocation.evm_address
        where allocation.snapshot_id = ${snapshotId}
      ), compared as (select given, ${taken} as least_taken from held)
      select ${sumOf(sql`least_taken`)} as claimed, ${sumOf(left)} as unclaimed from compared`.execute(db)
    return { claimedWei: BigInt(rows[0]?.claimed ?? 0), unclaimedWei: BigInt(rows[0]?.unclaimed ?? 0) }
  }

  return {
    /** Lets each statement take as long as going through everything takes. */
    begin: () => allowLongStatements(db, dialect),

    /** Sums the payments of claims that claims still name, and of those that were reset. */
    async payments(genesisHash: string | null, coinDecimals: number): Promise<PaymentSums[]> {
      const counted = db
        .selectFrom('transfer')
        .select(['genesisHash', 'mintAddress', 'mintDecimals', 'baseUnits'])
        .select([
          sql<PaymentSums['kind']>`case when state <> 'paid' then 'signed'
            when recorded_by = 'mark_sent_forced' then 'marked' else 'paid' end`.as('kind'),
          dustDigits(coinDecimals).as('dust'),
        ])
        .where((builder) => {
          const { or, and, eb, not } = builder
          const isSigned = and([eb('state', 'in', ['in_flight', 'hold']), not(isUnsigned(builder))])
          const isSettled = or([eb('state', '=', 'paid'), isSigned])
          return or([and([eb('claimId', 'is not', null), isSettled]), formerPayment(genesisHash)])
        })
      const rows = await db
        .selectFrom(counted.as('counted'))
        .select(['genesisHash', 'mintAddress', 'mintDecimals', 'kind'])
        .select([sumOf(sql`base_units`).as('sum'), sumOf(sql`dust`).as('dustSum')])
        .groupBy(['genesisHash', 'mintAddress', 'mintDecimals', 'kind'])
        .orderBy('genesisHash')
        .orderBy('mintAddress')
        .orderBy('mintDecimals')
        .execute()
      return rows.map(({ sum, dustSum, ...of }) => ({
        ...of,
        baseUnits: BigInt(sum),
        dustWei: BigInt(dustSum),
      }))
    },

    /** Sums the queued claims that nothing is signed for: in base units, each rounded down, and what that cuts off. */
    async unsigned({ coinDecimals, mintDecimals }: CloseOutUnits): Promise<{
      baseUnits: bigint
      dustWei: bigint
    }> {
      const finer = coinDecimals - mintDecimals
      const cut = sql.lit(Math.max(finer, 0))
      const floored = sql`case when length(claim.amount_wei) > ${cut}
        then substr(claim.amount_wei, 1, length(claim.amount_wei) - ${cut}) else '0' end
        || ${sql.lit('0'.repeat(Math.max(-finer, 0)))}`
      const { wei, base } = await db
        .selectFrom('claim')
        .select([sumOf(sql`claim.amount_wei`).as('wei'), sumOf(floored).as('base')])
        .where('status', '=', 'queued')
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('transfer')
                .select('transfer.id')
                .whereRef('transfer.claimId', '=', 'claim.id')
                .where('transfer.state', 'in', ['in_flight', 'hold'])
                .where((builder) => builder.not(isUnsigned(builder))),
            ),
          ),
        )
        .executeTakeFirstOrThrow()
      const baseUnits = BigInt(base)
      const paidInWei = finer >= 0 ? baseUnits * 10n ** BigInt(finer) : baseUnits / 10n ** BigInt(-finer)
      return { baseUnits, dustWei: BigInt(wei) - paidInWei }
    },

    /** Sums the payments of claims that were reset, in the coin's unit. */
    async formerWei(genesisHash: string | null, coinDecimals: number): Promise<bigint> {
      const { sum } = await db
        .selectFrom('transfer')
        .select(sumOf(paidWei(coinDecimals)).as('sum'))
        .where(formerPayment(genesisHash))
        .executeTakeFirstOrThrow()
      return BigInt(sum)
    },

    /** The version in force, and earlier ones that claims name, newest first: those whose rows are kept. */
    async lists(genesisHash: string | null, coinDecimals: number): Promise<ListClaimed[]> {
      const versions = await db
        .selectFrom('snapshot')
        .selectAll()
        .where('state', '!=', 'staging')
        .where(({ or, and, eb, exists, selectFrom }) =>
          and([
            or([
              eb('state', '=', 'published'),
              eb('id', 'in', selectFrom('claim').select('snapshotId').distinct()),
            ]),
            exists(
              selectFrom('allocation').select('seal').whereRef('allocation.snapshotId', '=', 'snapshot.id'),
            ),
          ]),
        )
        .orderBy('id', 'desc')
        .execute()
      const lists: ListClaimed[] = []
      for (const version of versions) {
        lists.push({ version, ...(await claimedOf(version.id, genesisHash, coinDecimals)) })
      }
      return lists
    },
  }
}

/** The decimals of a payment's dust, which is less than one token, as a whole number of the coin's unit. */
function dustDigits(coinDecimals: number): RawBuilder<string> {
  const digits = sql.lit(coinDecimals)
  return sql<string>`substr(substr(transfer.dust_ua, 3) || ${sql.lit('0'.repeat(coinDecimals))}, 1, ${digits})`
}
