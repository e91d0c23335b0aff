import { setTimeout as delay } from 'node:timers/promises'
import type { Address } from '@solana/kit'
import type { AppContext } from '#app/app-context.ts'
import { withTimeout } from '#app/senders/configured-sender.ts'
import { batchPerTick } from '#domain/concurrency.ts'
import type { DestinationReport } from '#domain/destination-report.ts'
import { PortalError } from '#domain/portal-error.ts'
import type { Sender } from '#domain/sender.ts'
import { classifySolanaAddress, type SolanaAddressProblem } from '#domain/solana-address.ts'
import { assertGenesisHash } from '#payout/nodes/with-genesis-check.ts'
import { classifyDestination, DESTINATION_DATA_BYTES, type DestinationKind } from '#solana/recipients.ts'
import { type AccountState, RpcUnavailableError, type SolanaRpc } from '#solana/solana-rpc.ts'
import type { SenderStore } from '#store/senders.ts'

export interface DestinationLookup {
  /** Finds the kind of an address on the cluster; `unknown` where no node of it answers. */
  find(address: Address): Promise<DestinationKind | 'unknown'>
}

/** A lookup at a node. */
interface NodeDestinationLookup extends DestinationLookup {
  /** True from when the node did not answer until it does again: meanwhile it is not asked for anybody. */
  isNodeSilent(): boolean
}

interface DestinationLookupParts {
  senders: Pick<SenderStore, 'find'>
  /** The node to ask where there is no sender, or its own node's URL does not open. */
  defaultRpcUrl: string
  connect(rpcUrl: string, options: typeof TIMEOUT): SolanaRpc
}

/** The most accounts in one request (Solana JSON-RPC). */
const ACCOUNTS_PER_REQUEST = 100

/** A node is not asked by a crowd one by one: what is asked for meanwhile goes into the next request. */
const MOST_REQUESTS = 8

/** The waits before a node that did not answer is asked again: each is twice the last one. */
const FIRST_PROBE_MS = 250
const LONGEST_PROBE_MS = 2_000

/** A claimant waits for this: one quick try, and the payout looks again before it pays. */
const TIMEOUT = { timeoutMs: 3_000, retries: 0 }

/**
 * Looks destinations up on the configured sender's cluster, or, before there is a sender, on the default node's: those of one
 * turn of the event loop in one request, and not more than a few requests at a time. The mint that is paid out, and who pays, are known without a node.
 * Once a node has not answered, nobody waits for it until it answers a probe.
 */
export function createDestinationLookup(parts: DestinationLookupParts): NodeDestinationLookup {
  const { senders } = parts
  let silentUrl: string | null = null

  async function readUnlessSilent(sender: Sender | undefined, addresses: readonly Address[]) {
    const url = nodeUrl(parts, sender)
    if (url === silentUrl) return null
    const accounts = await readAccounts(parts, sender, addresses)
    if (accounts === null) {
      const isProbed = silentUrl !== null
      silentUrl = url
      if (!isProbed) void probe(addresses)
    }
    return accounts
  }

  /** Asks the node that is in use by then the same again, until it answers. */
  async function probe(addresses: readonly Address[]): Promise<void> {
    try {
      for (let waitMs = FIRST_PROBE_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_PROBE_MS)) {
        await delay(waitMs, undefined, { ref: false })
        if ((await readAccounts(parts, await senders.find('bulk'), addresses)) !== null) return
      }
    } catch {
      // The next claimant's look-up meets the same error, and throws it.
    } finally {
      silentUrl = null
    }
  }

  const find = batchPerTick<Address, DestinationKind | 'unknown'>(
    async (addresses) => {
      const sender = await senders.find('bulk')
      const accounts = await readUnlessSilent(sender, addresses)
      return addresses.map((address, index) => {
        if (address === sender?.mintAddress) return 'token_mint'
        if (address === sender?.walletAddress || address === sender?.sourceOwner) return 'sender'
        return accounts === null ? 'unknown' : classifyDestination(address, accounts[index] ?? null)
      })
    },
    { maxBatchSize: ACCOUNTS_PER_REQUEST, mostUnderWay: MOST_REQUESTS },
  )
  return { find, isNodeSilent: () => silentUrl !== null }
}

const nodeUrl = ({ defaultRpcUrl }: DestinationLookupParts, sender: Sender | undefined) =>
  sender?.rpcUrl ?? defaultRpcUrl

/**
 * Reads the accounts; null where the node does not answer, or not for the sender's cluster. The genesis hash is checked at
 * the same time, not before and after: the claimant waits, and the payout looks again.
 */
async function readAccounts(
  parts: DestinationLookupParts,
  sender: Sender | undefined,
  addresses: readonly Address[],
): Promise<(AccountState | null)[] | null> {
  const node = parts.connect(nodeUrl(parts, sender), TIMEOUT)
  try {
    const [accounts] = await Promise.all([
      node.accounts(addresses, { maxDataBytes: DESTINATION_DATA_BYTES }),
      sender && assertGenesisHash(node, sender.genesisHash),
    ])
    return accounts
  } catch (error) {
    if (error instanceof RpcUnavailableError) return null
    throw error
  }
}

const REPORT_OF_TEXT = {
  not_an_address: { kind: 'invalid', problem: 'invalid_sol_address', holdsSol: null },
  zero_key: { kind: 'invalid', problem: 'sol_zero_key', holdsSol: null },
  known_program: { kind: 'program', problem: 'sol_known_program', holdsSol: null },
} as const satisfies Record<Exclude<SolanaAddressProblem, 'off_curve'>, DestinationReport>

const REPORT_OF_KIND = {
  sender: { kind: 'wallet', problem: 'sol_is_sender', holdsSol: true },
  wallet: { kind: 'wallet', problem: null, holdsSol: true },
  unused: { kind: 'unused', problem: null, holdsSol: false },
  vault: { kind: 'vault', problem: 'sol_off_curve_unconfirmed', holdsSol: true },
  token_mint: { kind: 'mint', problem: 'sol_is_token_mint', holdsSol: true },
  token_account: { kind: 'token_account', problem: 'sol_is_token_account', holdsSol: true },
  program: { kind: 'program', problem: 'sol_is_program', holdsSol: true },
  nobody: { kind: 'invalid', problem: 'sol_off_curve', holdsSol: false },
} as const satisfies Record<DestinationKind, DestinationReport>

/**
 * Describes a destination as far as its text, the configured mint and the cluster show. Where the cluster can not be read, an
 * address on the curve has no problem (the payout looks again), and any other has: its vault was not seen.
 */
export async function describeDestination(
  lookup: DestinationLookup,
  text: string,
): Promise<DestinationReport> {
  const problem = classifySolanaAddress(text)
  if (problem !== null && problem !== 'off_curve') return REPORT_OF_TEXT[problem]
  const address = text as Address
  const kind = await lookup.find(address)
  if (kind !== 'unknown') return REPORT_OF_KIND[kind]
  return { kind, problem: problem === 'off_curve' ? 'sol_off_curve_unseen' : null, holdsSol: null }
}

/**
 * Returns the address, or throws why it can not be paid to. A vault that a program controls is accepted once the claimant
 * has confirmed it.
 */
export async function assertUsableDestination(
  { destinations }: Pick<AppContext, 'destinations'>,
  text: string,
  confirmedProgramOwned: boolean,
): Promise<Address> {
  const { problem } = await describeDestination(destinations, text)
  const isConfirmed = problem === 'sol_off_curve_unconfirmed' && confirmedProgramOwned
  if (problem !== null && !isConfirmed) throw new PortalError(problem)
  return text as Address
}

type Answer = DestinationKind | 'unknown'

interface LookupBounds {
  /** Answers are given again for this long. */
  keptForMs: number
  mostKept: number
  /** The most addresses that wait for the node. Any more are `unknown`. */
  mostPending: number
  /** A client that has waited for this long is told `unknown`. */
  waitMs: number
  /** The least time between the beginnings of two requests to the node. */
  distanceMs: number
}

const BOUNDS: LookupBounds = {
  keptForMs: 10_000,
  mostKept: 10_000,
  mostPending: 500,
  waitMs: 4_000,
  distanceMs: 500,
}

/**
 * Bounds the look-ups that anybody may ask for, so that a flood of made-up addresses does not become one of requests to the
 * node: one request at a time, for all that wait by then, and no more than two a second. Nobody waits for a node that is silent.
 */
export function createBoundedDestinationLookup(
  lookup: NodeDestinationLookup,
  bounds: LookupBounds = BOUNDS,
): DestinationLookup {
  const kept = new Map<Address, { answer: Answer; atMs: number }>()
  const pending = new Map<Address, PromiseWithResolvers<Answer>>()
  const queue: Address[] = []
  let isAsking = false

  function keep(address: Address, answer: Answer): void {
    kept.delete(address)
    if (answer === 'unknown') return
    kept.set(address, { answer, atMs: performance.now() })
    const [oldest] = kept.keys()
    if (kept.size > bounds.mostKept && oldest !== undefined) kept.delete(oldest)
  }

  async function settle(address: Address): Promise<void> {
    const waiting = pending.get(address)
    try {
      const answer = await lookup.find(address)
      keep(address, answer)
      waiting?.resolve(answer)
    } catch (error) {
      waiting?.reject(error)
    } finally {
      pending.delete(address)
    }
  }

  async function askInTurn(): Promise<void> {
    if (isAsking) return
    isAsking = true
    while (queue.length > 0) {
      const turn = queue.splice(0, ACCOUNTS_PER_REQUEST)
      const distance = passed(bounds.distanceMs)
      await Promise.all(turn.map(settle))
      if (!lookup.isNodeSilent()) await distance
    }
    isAsking = false
  }

  function ask(address: Address): Promise<Answer> {
    const waiting = Promise.withResolvers<Answer>()
    pending.set(address, waiting)
    queue.push(address)
    void askInTurn()
    return waiting.promise
  }

  return {
    async find(address) {
      const known = kept.get(address)
      if (known && performance.now() - known.atMs < bounds.keptForMs) return known.answer
      const asked = pending.get(address)?.promise
      if (!asked && pending.size >= bounds.mostPending) return 'unknown'
      try {
        return await withTimeout(asked ?? ask(address), bounds.waitMs)
      } catch (error) {
        if (error instanceof RpcUnavailableError) return 'unknown'
        throw error
      }
    },
  }
}

/** Does not keep the process from ending. */
function passed(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })
}
