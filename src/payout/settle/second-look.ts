import type { FailoverRpc } from '#payout/nodes/failover-rpc.ts'
import { withGenesisCheck } from '#payout/nodes/with-genesis-check.ts'
import { RpcUnavailableError, type SignatureStatus, type SolanaRpc } from '#solana/solana-rpc.ts'
import type { JournaledAttempt } from '#store/payouts/journal.ts'
import type { StatusResult } from './attempt-machine.ts'

/** A status that ends an attempt. */
export type Ending = Extract<StatusResult, { kind: 'paid' | 'failed' }>

/**
 * Confirms a status that ends an attempt by a second reading: from the second node where there is one, else
 * at the next pass.
 */
export class SecondLook {
  readonly #reader: FailoverRpc
  readonly #genesisHash: string
  readonly #seenOnce = new Map<string, string>()

  constructor(reader: FailoverRpc, genesisHash: string) {
    this.#reader = reader
    this.#genesisHash = genesisHash
  }

  /**
   * Reads the statuses of transactions from the second node, in their order; null where there is no second
   * node.
   */
  statuses(signatures: readonly string[]): Promise<(SignatureStatus | null)[] | null> {
    const { second } = this.#reader
    if (!second) return Promise.resolve(null)
    return withGenesisCheck(second, this.#genesisHash, () => statusesFrom(second, signatures))
  }

  /**
   * Tells whether an ending was seen twice. `status` is the second node's: null where it has none, or there
   * is no such node.
   */
  confirms({ id }: JournaledAttempt, ending: Ending, status: SignatureStatus | null): boolean {
    const seen = JSON.stringify(ending)
    const agrees = this.#reader.second ? isSameEnding(ending, status) : this.#seenOnce.get(id) === seen
    this.#seenOnce.set(id, seen)
    return agrees
  }

  forget({ id }: JournaledAttempt): void {
    this.#seenOnce.delete(id)
  }
}

/**
 * Reads statuses from the node's recent cache, and from its history those alone that the cache lacks: a node
 * without history confirms what landed lately all the same.
 */
async function statusesFrom(
  node: SolanaRpc,
  signatures: readonly string[],
): Promise<(SignatureStatus | null)[]> {
  const { statuses } = await node.signatureStatuses(signatures, { searchHistory: false })
  const older = signatures.filter((_, index) => !statuses[index])
  if (older.length === 0) return statuses
  try {
    const found = (await node.signatureStatuses(older, { searchHistory: true })).statuses
    const fromHistory = new Map(older.map((signature, index) => [signature, found[index] ?? null]))
    return signatures.map((signature, index) => statuses[index] ?? fromHistory.get(signature) ?? null)
  } catch (error) {
    if (error instanceof RpcUnavailableError && older.length < signatures.length) return statuses
    throw error
  }
}

function isSameEnding(ending: Ending, status: SignatureStatus | null): boolean {
  if (status?.commitment !== 'finalized') return false
  return (status.error === null) === (ending.kind === 'paid')
}
