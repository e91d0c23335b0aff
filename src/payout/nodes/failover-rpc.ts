import { PortalError } from '#domain/portal-error.ts'
import { nodeUrlsOf, type Sender } from '#domain/sender.ts'
import type { Clock } from '#payout/clock.ts'
import { type BroadcastOutcome, RpcUnavailableError, type SolanaRpc } from '#solana/solana-rpc.ts'
import { ClusterProofs } from './cluster-proofs.ts'
import { NodeWatch } from './node-watch.ts'
import { SlotPace } from './slot-pace.ts'
import { assertGenesisHash, besideChecks, OtherClusterError, rememberGenesis } from './with-genesis-check.ts'

/** The time for which the other nodes are preferred to one that has not answered. */
const REST_MS = 30_000

/**
 * The time for which a node's proof of its cluster replaces the check of its genesis hash before a verified
 * read.
 */
const CONFIRMED_FOR_MS = 2_000

interface ReaderNodes {
  /** The nodes of the sender, in the operator's order: they are read from and sent to. */
  senders: readonly [SolanaRpc, ...SolanaRpc[]]
  /** The independent node, where configured: it is read from when no other answers, and never sent to. */
  second: SolanaRpc | null
  genesisHash: string
  clock: Clock
  /** Told once, where the node does not tell the length of its slots. */
  onUntoldPace?: ((nodeName: string, assumedSlotMs: number) => void) | undefined
}

/** The nodes of which one stands still, or lies far behind. */
interface NodeTrouble {
  /** The fault, as a sentence for a person. */
  words: string
  /** Another node, without a fault, is read in its place. */
  isReplaced: boolean
}

/** An answer that is used later, once it is known to be the right cluster's. */
export interface AheadAnswer<T> {
  answer: T
  /** Tells whether the node has shown its cluster before and after the answer. */
  isVerified(): boolean
  /** Tells the same, and asks for the genesis hash where only the proof after the answer lacks. Throws RpcUnavailableError. */
  verify(): Promise<boolean>
}

/**
 * Reads from the first node that answers and follows its cluster, and sends to the first that takes the bytes.
 * Every read from another node than the first is verified: the genesis hash is checked before and after.
 * Evidence of an expiry is never read through this: there, each node is read by itself (see
 * gather-evidence.ts).
 */
export class FailoverRpc {
  /** The pace of the cluster's slots. A node that does not tell it is not worse for anything else: it does not rest. */
  readonly slots: SlotPace
  readonly #nodes: ReaderNodes
  readonly #watch: NodeWatch
  readonly #restsUntilMs = new Map<SolanaRpc, number>()
  readonly #proofs = new ClusterProofs()

  constructor(nodes: ReaderNodes) {
    this.#nodes = nodes
    this.slots = new SlotPace({
      clock: nodes.clock,
      read: async () => besideChecks(this.preferred).recentSlotMs(),
      onUntold: (assumedMs) => nodes.onUntoldPace?.(this.preferred.name, assumedMs),
    })
    this.#watch = new NodeWatch({ ...nodes, nodes: this.#all, slotMs: () => this.slots.slotMs })
  }

  /** The node that the operator named first. */
  get first(): SolanaRpc {
    return this.#nodes.senders[0]
  }

  get second(): SolanaRpc | null {
    return this.#nodes.second
  }

  /** The sender's nodes, and then the second one. */
  get #all(): readonly SolanaRpc[] {
    const { senders, second } = this.#nodes
    return second ? [...senders, second] : senders
  }

  /** Has the nodes' positions compared, where that is due: see NodeWatch. To be called while they are in use. */
  compareNodes(): void {
    this.#watch.look()
  }

  /** The first node that answers but is not to be read from; null where all follow the cluster. */
  get fault(): NodeTrouble | null {
    for (const node of this.#all) {
      const reason = this.#watch.fault(node)
      if (reason === null) continue
      const [read = node] = this.#byHealth(this.#all)
      const isReplaced = node !== this.second && !this.#rests(read)
      const instead = isReplaced ? `: ${read.name} is read instead` : ''
      return { words: `The Solana RPC node ${node.name} answers, but ${reason}${instead}.`, isReplaced }
    }
    return null
  }

  /**
   * The sender's nodes that are passed over although they answer. They prove nothing; a transaction that one of
   * them shows is not taken for expired all the same.
   */
  get passedOver(): readonly SolanaRpc[] {
    const { preferred } = this
    return this.#nodes.senders.filter((node) => node !== preferred && this.#watch.fault(node) !== null)
  }

  /** The sender's node to be asked first: the first one in order that did not fail lately and follows its cluster. */
  get preferred(): SolanaRpc {
    const { senders } = this.#nodes
    return senders.find((node) => !this.#rests(node)) ?? senders[0]
  }

  /**
   * Unverified read. An answer for which `isDecisive` is true, because a final decision would follow from it,
   * is asked for once more, with the genesis hash checked before and after.
   */
  async read<T>(
    ask: (node: SolanaRpc) => Promise<T>,
    isDecisive: (answer: T) => boolean = () => false,
  ): Promise<T> {
    const answer = await this.#firstAnswer((node) =>
      node === this.first ? ask(node) : this.#checked(node, ask),
    )
    return isDecisive(answer) ? this.readSurely(ask) : answer
  }

  /** Verified read: from one node, with the genesis hash checked before and after. */
  readSurely<T>(ask: (node: SolanaRpc) => Promise<T>): Promise<T> {
    return this.#firstAnswer((node) => this.#checked(node, ask))
  }

  /**
   * Verified reads from each node that answers, including the second one. Throws the first error when none
   * does.
   */
  async readEach<T>(ask: (node: SolanaRpc) => Promise<T>): Promise<T[]> {
    const asked = this.#all.map((node) => this.#checked(node, () => ask(node)))
    const answers = await Promise.allSettled(asked)
    const given = answers.filter((answer) => answer.status === 'fulfilled').map(({ value }) => value)
    const failed = answers.find((answer) => answer.status === 'rejected')
    if (given.length === 0) throw failed?.reason
    return given
  }

  /**
   * Read that is verified when it is used: that costs no request where the node has shown its cluster lately, and again by then. Where it
   * has not lately, or `isDecisive` is true of the answer, the read is a verified one.
   */
  async readAhead<T>(
    ask: (node: SolanaRpc) => Promise<T>,
    isDecisive: (answer: T) => boolean = () => false,
  ): Promise<AheadAnswer<T>> {
    const surely = async (node: SolanaRpc) => verifiedAnswer(await this.#checked(node, ask))
    const ahead = await this.#firstAnswer((node) =>
      this.isConfirmed(node) ? this.#unverified(node, ask) : surely(node),
    )
    return isDecisive(ahead.answer) ? this.#firstAnswer(surely) : ahead
  }

  /** Notes that an answer to what was asked then has shown that the node belongs to the right cluster. */
  confirm(node: SolanaRpc, askedAtMs: number): void {
    this.#proofs.note(node, { askedAtMs, answeredAtMs: this.#nowMs() })
  }

  /** Tells whether a node has shown lately that it belongs to the right cluster. */
  isConfirmed(node: SolanaRpc): boolean {
    return this.#proofs.isRecent(node, this.#nowMs())
  }

  /** Sends journaled bytes to the first of the sender's nodes that takes them. */
  async broadcast(attempt: Parameters<SolanaRpc['broadcast']>[0]): Promise<BroadcastOutcome> {
    let outcome: BroadcastOutcome = { accepted: false, error: 'no node was asked' }
    for (const node of this.#byHealth(this.#nodes.senders)) {
      outcome = await node.broadcast(attempt)
      if (outcome.accepted) return outcome
    }
    return outcome
  }

  async #unverified<T>(node: SolanaRpc, ask: (node: SolanaRpc) => Promise<T>): Promise<AheadAnswer<T>> {
    const askedAtMs = this.#nowMs()
    const answer = await ask(node)
    const times = { askedAtMs, answeredAtMs: this.#nowMs() }
    let isCovered = false
    const isVerified = () => {
      isCovered ||= this.#proofs.cover(node, times)
      return isCovered
    }
    const verify = async () => {
      if (!isVerified()) await this.#assertCluster(node)
      return isVerified()
    }
    return { answer, isVerified, verify }
  }

  #nowMs(): number {
    return this.#nodes.clock.monotonicMs()
  }

  async #checked<T>(node: SolanaRpc, ask: (node: SolanaRpc) => Promise<T>): Promise<T> {
    if (!this.#proofs.isRecent(node, this.#nowMs(), CONFIRMED_FOR_MS)) await this.#assertCluster(node)
    const answer = await ask(node)
    await this.#assertCluster(node)
    return answer
  }

  async #assertCluster(node: SolanaRpc): Promise<void> {
    const askedAtMs = this.#nowMs()
    try {
      await assertGenesisHash(node, this.#nodes.genesisHash)
    } catch (error) {
      if (error instanceof OtherClusterError) this.#proofs.forget(node)
      throw error
    }
    this.confirm(node, askedAtMs)
  }

  /**
   * Returns the first answer. Throws the error of the operator's first node when none answers: that one is to
   * be named.
   */
  async #firstAnswer<T>(ask: (node: SolanaRpc) => Promise<T>): Promise<T> {
    const { second } = this.#nodes
    const failures = new Map<SolanaRpc, RpcUnavailableError>()
    for (const node of this.#byHealth(this.#all)) {
      try {
        return await ask(node)
      } catch (error) {
        if (!(error instanceof RpcUnavailableError)) throw error
        failures.set(node, error)
        if (node !== second) this.#restsUntilMs.set(node, this.#nowMs() + REST_MS)
      }
    }
    throw failures.get(this.first) ?? new RpcUnavailableError('no node was asked')
  }

  #byHealth(nodes: readonly SolanaRpc[]): SolanaRpc[] {
    return [...nodes.filter((node) => !this.#rests(node)), ...nodes.filter((node) => this.#rests(node))]
  }

  #rests(node: SolanaRpc): boolean {
    const untilMs = this.#restsUntilMs.get(node) ?? Number.NEGATIVE_INFINITY
    return this.#nowMs() < untilMs || this.#watch.fault(node) !== null
  }
}

function verifiedAnswer<T>(answer: T): AheadAnswer<T> {
  return { answer, isVerified: () => true, verify: async () => true }
}

/**
 * Returns the nodes of a sender: the same object for all callers, so that they wait for a silent node once.
 */
type ReaderOf = (sender: Pick<Sender, 'rpcUrl' | 'fallbackRpcUrls' | 'genesisHash'>) => FailoverRpc

/** Opens the nodes of senders, each list of them once. */
export function createReaderOf(parts: ReaderParts): ReaderOf {
  const readers = new Map<string, FailoverRpc>()
  return (sender) => {
    const { rpcUrl, fallbackRpcUrls, genesisHash } = sender
    const key = JSON.stringify([rpcUrl, fallbackRpcUrls, genesisHash])
    const reader = readers.get(key) ?? openReader(sender, parts)
    readers.set(key, reader)
    return reader
  }
}

interface ReaderParts extends Pick<ReaderNodes, 'second' | 'clock' | 'onUntoldPace'> {
  connect(rpcUrl: string): SolanaRpc
}

/** Opens the nodes of a sender, in the operator's order. Throws sender_unreadable where their URLs do not open. */
export function openReader(
  sender: Pick<Sender, 'rpcUrl' | 'fallbackRpcUrls' | 'genesisHash'>,
  { connect, ...parts }: ReaderParts,
): FailoverRpc {
  const { genesisHash } = sender
  const open = (url: string) => rememberGenesis(connect(url), genesisHash, parts.clock)
  const [first, ...further] = nodeUrlsOf(sender)
  if (first === undefined) throw new PortalError('sender_unreadable')
  return new FailoverRpc({ senders: [open(first), ...further.map(open)], genesisHash, ...parts })
}
