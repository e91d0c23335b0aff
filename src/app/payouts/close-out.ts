import type { Readable } from 'node:stream'
import type { CloseOutReply } from '#api-schema/ledger.ts'
import type { AppContext } from '#app/app-context.ts'
import { toEpochSeconds } from '#app/reply-values.ts'
import { askingCluster, withTimeout } from '#app/senders/configured-sender.ts'
import { formatDecimalUnits, sumBaseUnits } from '#domain/amounts.ts'
import { UNKNOWN_CLUSTER } from '#domain/cluster-name.ts'
import { PortalError } from '#domain/portal-error.ts'
import type { Sender } from '#domain/sender.ts'
import { exactBeside, type WrittenCell, writeXlsx, type XlsxColumn } from '#lists/write-xlsx.ts'
import { readBalance } from '#payout/wallet-balances.ts'
import type { PaymentSums } from '#store/close-out.ts'
import type { TokenKey } from '#store/payouts/settle-debts.ts'
import type { ReadTransaction } from '#store/store.ts'
import { clusterOf } from './ledger.ts'
import { readTokenNames } from './token-names.ts'

type Parts = Pick<AppContext, 'store' | 'settings' | 'payouts' | 'now'>

/** How long an operator waits for a node. */
const TIMEOUT_MS = 8_000

/**
 * Compares what the holder lists give with what was claimed, and that with what was paid and is owed. The records are of one moment;
 * the balance is read after them, so that a payment that lands in between makes what may be taken back less, never more.
 */
export async function closeOut(app: Parts): Promise<CloseOutReply> {
  const { store, settings, now } = app
  const { coinDecimals } = settings
  const asOf = toEpochSeconds(now())
  const [records, nameOf] = await Promise.all([
    store.inReadTransaction((moment) => readRecords(moment, coinDecimals)),
    readTokenNames(app),
  ])
  const { sender, lists, sums, claimedWei } = records
  const balance = sender ? await readSource(app, sender) : null
  const inCoins = (wei: bigint) => formatDecimalUnits(wei, coinDecimals)
  return {
    lists: lists.map(({ version, claimedWei: claimed, unclaimedWei }) => ({
      id: version.id,
      fileName: version.fileName,
      root: version.root,
      rows: version.addressCount,
      total: inCoins(version.totalWei),
      claimed: inCoins(claimed),
      unclaimed: inCoins(unclaimedWei),
      beyond: inCoins(claimedWei - claimed),
    })),
    byMint: byToken(sums, sender).map(([token, kinds]) => {
      const inTokens = (baseUnits: bigint) => formatDecimalUnits(baseUnits, token.mintDecimals)
      const of = (...wanted: Sum['kind'][]) => sumBaseUnits(kinds.filter(({ kind }) => wanted.includes(kind)))
      const owed = of('signed', 'unsigned')
      const isSource = sender !== undefined && keyOf(sender) === keyOf(token)
      const { baseUnits: inSource, ...reading } =
        isSource && balance ? balance : { baseUnits: null, readAt: null, problem: NO_SOURCE }
      const owedToRows = isSource ? records.owedToRows : 0n
      const left = inSource === null ? null : inSource - owed - owedToRows
      return {
        mint: token.mintAddress,
        tokenName: nameOf(token),
        cluster: clusterOf(token),
        owed: inTokens(owed),
        paid: inTokens(of('paid')),
        marked: inTokens(of('marked')),
        floored: inCoins(kinds.reduce((sum, { dustWei }) => sum + dustWei, 0n)),
        inSource: inSource === null ? null : inTokens(inSource),
        ...reading,
        owedToDistributions: inTokens(owedToRows),
        sweepable: left === null ? null : inTokens(left > 0n ? left : 0n),
      }
    }),
    asOf,
  }
}

const NO_SOURCE =
  'The bulk sender is not configured for this token: no account is known that it is paid from.'

type Sum = Omit<PaymentSums, 'kind'> & { kind: PaymentSums['kind'] | 'unsigned' }

async function readRecords(records: ReadTransaction, coinDecimals: number) {
  const sender = await records.senders.find('bulk')
  const standalone = await records.senders.find('standalone')
  const cluster = sender?.genesisHash ?? null
  await records.closeOut.begin()
  const { submitted, rejected } = await records.claimTallies.totals()
  const token: TokenKey | UnknownToken = sender ?? {
    genesisHash: UNKNOWN_CLUSTER,
    mintAddress: '',
    mintDecimals: coinDecimals,
  }
  const unsigned = await records.closeOut.unsigned({ coinDecimals, mintDecimals: token.mintDecimals })
  const { genesisHash, mintAddress, mintDecimals } = token
  const sums: Sum[] = [
    { genesisHash, mintAddress, mintDecimals, kind: 'unsigned', ...unsigned },
    ...(await records.closeOut.payments(cluster, coinDecimals)),
  ]
  const isOneAccount = sender && standalone && walletOf(sender) === walletOf(standalone)
  return {
    sender,
    sums,
    lists: await records.closeOut.lists(cluster, coinDecimals),
    claimedWei:
      submitted.amountWei - rejected.amountWei + (await records.closeOut.formerWei(cluster, coinDecimals)),
    owedToRows: isOneAccount ? await owedByDistributions(records, sender) : 0n,
  }
}

/** The token where no sender was configured yet. */
type UnknownToken = Omit<TokenKey, 'mintAddress'> & { mintAddress: '' }

async function owedByDistributions({ distributions }: ReadTransaction, sender: Sender): Promise<bigint> {
  const own = (await distributions.list()).filter((one) => keyOf(one) === keyOf(sender))
  const ids = new Set(own.map(({ id }) => id))
  const sums = await distributions.sums()
  return sumBaseUnits(
    sums.filter(
      ({ distributionId, state }) => ids.has(distributionId) && state !== 'paid' && state !== 'left_out',
    ),
  )
}

/** Reads what the source account holds, or says why that is not known. */
async function readSource({ payouts, now }: Parts, sender: Sender) {
  const readAt = toEpochSeconds(now())
  try {
    const { funds } = await askingCluster(() => withTimeout(readBalance(payouts, sender), TIMEOUT_MS))
    return { baseUnits: funds.balanceBaseUnits, readAt, problem: null }
  } catch (error) {
    if (!(error instanceof PortalError)) throw error
    return { baseUnits: null, readAt: null, problem: error.message }
  }
}

/** Groups by token; that of the sender comes first, and also where nothing of it was claimed. */
function byToken(sums: readonly Sum[], sender: Sender | undefined): [Sum, Sum[]][] {
  const groups = [...Map.groupBy(sums, keyOf).values()]
  const isEmpty = (group: Sum[]) =>
    group.every(({ baseUnits, dustWei }) => baseUnits === 0n && dustWei === 0n)
  return groups.flatMap((group): [Sum, Sum[]][] => {
    const [token] = group
    const isShown = token && (!isEmpty(group) || (sender && keyOf(sender) === keyOf(token)))
    return isShown ? [[token, group]] : []
  })
}

type Token = Pick<Sum, 'genesisHash' | 'mintAddress' | 'mintDecimals'>

function keyOf({ genesisHash, mintAddress, mintDecimals }: Token): string {
  return `${genesisHash} ${mintAddress} ${mintDecimals}`
}

function walletOf(sender: Sender): string {
  return `${keyOf(sender)} ${sender.walletAddress}`
}

const XLSX_COLUMNS: XlsxColumn[] = [
  { header: 'Of', width: 48 },
  { header: 'Identified By', width: 70 },
  { header: 'What', width: 40 },
  { header: 'Amount', width: 26, kind: 'number' },
  { header: 'Exact Amount, where rounded', width: 30 },
  { header: 'As of (UTC)', width: 20 },
]

/** Exports the same as a workbook, one amount a row. */
export async function exportCloseOut(app: Parts): Promise<Readable> {
  const { lists, byMint, asOf } = await closeOut(app)
  const row =
    (name: string, key: string, at: number | null) =>
    (what: string, amount: string | null): WrittenCell[] => [
      name,
      key,
      what,
      amount ?? 'not known',
      exactBeside(amount ?? ''),
      at === null ? '' : at * 1000,
    ]
  async function* rows() {
    for (const { id, fileName, root, rows: count, ...list } of lists) {
      const of = row(`List ${id}: ${fileName}, ${count} rows`, root ?? '', asOf)
      yield [
        of('Total', list.total),
        of('Claimed', list.claimed),
        of('Unclaimed', list.unclaimed),
        of('Claimed beyond this list', list.beyond),
      ]
    }
    for (const { mint, tokenName, cluster, readAt, problem, ...sums } of byMint) {
      const of = row(cluster === null ? tokenName : `${tokenName} on ${cluster}`, mint, asOf)
      yield [
        of('Paid', sums.paid),
        of('Owed', sums.owed),
        of('Marked sent without proof', sums.marked),
        of('Floored away', sums.floored),
        row(
          tokenName,
          mint,
          readAt,
        )(`In the source account${problem === null ? '' : `: ${problem}`}`, sums.inSource),
        of('Owed by distributions from the same account', sums.owedToDistributions),
        of('May be taken back', sums.sweepable),
      ]
    }
  }
  return writeXlsx('Close-out', XLSX_COLUMNS, rows())
}
