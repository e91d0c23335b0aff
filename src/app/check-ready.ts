import { formatDecimalUnits } from '#domain/amounts.ts'
import { within } from '#domain/concurrency.ts'
import { PortalError, type Problem } from '#domain/portal-error.ts'
import { StoreUnavailableError } from '#domain/store-unavailable-error.ts'
import type { Store } from '#store/store.ts'
import { objectionToList } from './allocations/active-allocation.ts'
import type { AppContext } from './app-context.ts'
import { unreadableWords } from './senders/configured-sender.ts'

/** A balancer routes by the answer, and may have no time limit of its own. */
const LIMIT_MS = 2_000

/** `traffic`: whether this server can serve requests. `all`: also whether nothing, on any server, needs the operator. */
type ReadyScope = 'all' | 'traffic'

/**
 * Throws not_ready unless the store answers in time and the signature worker works; for the whole, also unless the store can be
 * written to, the holder list is as it was published, and no configured sender has a key that can not be opened, or records that are
 * behind the chain. The details list these problems.
 */
export async function checkReady(app: AppContext, scope: ReadyScope): Promise<void> {
  const find = scope === 'all' ? findProblems : reachStore
  const [problems] = await Promise.all([
    storeProblems(() => find(app)),
    app.signers.recover('', '0x').catch(notReady),
  ])
  if (problems.length > 0) throw new PortalError('not_ready', undefined, problems)
}

/** Lists what keeps the portal from being ready, in words; none where it is. Never throws. */
export async function portalProblems(app: AppContext): Promise<Problem[]> {
  try {
    await checkReady(app, 'all')
    return []
  } catch (error) {
    const details = error instanceof PortalError ? error.details : undefined
    return details ? [...details] : [{ where: 'server', problem: 'it does not work' }]
  }
}

function notReady(): never {
  throw new PortalError('not_ready')
}

async function storeProblems(find: () => Promise<Problem[]>): Promise<Problem[]> {
  try {
    return await within(find(), LIMIT_MS, () => new StoreUnavailableError('late'))
  } catch (error) {
    if (!(error instanceof StoreUnavailableError)) throw new PortalError('not_ready')
    return [{ where: 'database', problem: error.message }]
  }
}

async function reachStore({ store }: AppContext): Promise<Problem[]> {
  await store.identity.fingerprint()
  return []
}

async function findProblems(app: AppContext): Promise<Problem[]> {
  await app.store.identity.assertWritable(app.now())
  return [...(await listProblems(app)), ...(await senderProblems(app)), ...(await recordsProblems(app.store))]
}

async function listProblems(app: AppContext): Promise<Problem[]> {
  const snapshot = await app.store.snapshots.current()
  const isBroken = snapshot !== undefined && objectionToList(app, snapshot) !== null
  return isBroken ? [{ where: 'holder list', problem: new PortalError('holder_list_changed').message }] : []
}

async function senderProblems({ store, secrets }: AppContext): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const kind of ['bulk', 'standalone'] as const) {
    const sender = await store.senders.find(kind)
    const problem = sender && unreadableWords(secrets, sender)
    if (problem) problems.push({ where: `${kind} sender`, problem })
  }
  return problems
}

async function recordsProblems({ recordsBehind, senders }: Store): Promise<Problem[]> {
  const behind = (await recordsBehind.all()).filter(({ payments }) => payments > 0)
  if (behind.length === 0) return []
  const configured = await Promise.all([senders.find('bulk'), senders.find('standalone')])
  return behind.flatMap(({ genesisHash, walletAddress, mintAddress, payments, baseUnits }) => {
    const sender = configured.find(
      (each) =>
        each?.genesisHash === genesisHash &&
        each.walletAddress === walletAddress &&
        each.mintAddress === mintAddress,
    )
    if (!sender) return []
    const amountUA = formatDecimalUnits(baseUnits, sender.mintDecimals)
    return [
      { where: 'records', problem: new PortalError('records_behind_chain', { payments, amountUA }).message },
    ]
  })
}
