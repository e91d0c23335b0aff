import { formatDecimalUnits, type Wei } from '#domain/amounts.ts'
import type { EvmAddress } from '#domain/evm-address.ts'
import type { Sender } from '#domain/sender.ts'
import type { NewClaim, NewRun } from '#store/database/schema.ts'
import type { Fixtures } from './fixtures.ts'
import type { Scenario } from './scenario.ts'
import { GENESIS } from './simulated-clusters.ts'

/** Nodes that the sender may be configured with, each with faults of its own. */
export const NODE_URLS = ['http://one-node', 'http://other-node', 'http://third-node'] as const

/** Returns a claim's base units: no two sums of several claims are equal. */
export const owedTo = (index: number) => 1_000_000n << BigInt(index)

/** Writes the entries of claimants and operators into the records: claims, a sender, runs. */
export class SimulatedRecords {
  readonly claims: NewClaim[]
  readonly #fixtures: Fixtures
  readonly #scenario: Scenario
  readonly #now: () => number

  constructor(fixtures: Fixtures, scenario: Scenario, now: () => number) {
    this.#fixtures = fixtures
    this.#scenario = scenario
    this.#now = now
    this.claims = Array.from({ length: scenario.claims }, (_, index) => this.#claim(index))
  }

  /** Returns the sender, with the node of that number first. */
  sender(node: number): Sender {
    const { mint, walletAddress, walletKey, sourceOwner, sourceTokenAccount } = this.#fixtures
    const isOwn = sourceOwner === walletAddress
    const { batchSize, delayMs, nodes } = this.#scenario
    const [one, other, third] = NODE_URLS
    const [first, second] = node === 0 ? [one, other] : [other, one]
    return {
      kind: 'bulk',
      rpcUrl: first,
      fallbackRpcUrls: [second, third].slice(0, nodes - 1),
      sourceOwner: isOwn ? null : sourceOwner,
      sourceTokenAccount: isOwn ? null : sourceTokenAccount,
      mintExtensions: [],
      mintName: null,
      sealedKey: Buffer.from(walletKey),
      walletAddress,
      mintAddress: mint.address,
      mintDecimals: mint.decimals,
      tokenProgram: mint.tokenProgram,
      genesisHash: GENESIS,
      batchSize,
      delayMs,
      priorityFeeCap: 1_000_000,
      configuredAtMs: 0,
    }
  }

  newRun({
    walletAddress,
    sourceOwner,
    sourceTokenAccount,
    mintAddress,
    mintDecimals,
    tokenProgram,
    genesisHash,
    batchSize,
    delayMs,
  }: Sender): NewRun {
    return {
      walletAddress,
      sourceOwner,
      sourceTokenAccount,
      mintAddress,
      mintDecimals,
      tokenProgram,
      genesisHash,
      batchSize,
      delayMs,
      sender: 'bulk',
      distributionId: null,
      estimatedFeeLamports: 0n,
      estimatedRentLamports: 0n,
      state: 'running',
      transferCount: 0,
      batchCount: 0,
      message: null,
      startedAtMs: this.#now(),
      finishedAtMs: null,
    }
  }

  /** Makes a claim beside those of the scenario, which is owed what the claim of that number is. */
  oneMore(index = 0): NewClaim {
    const { amountWei, amountUA } = this.#claim(index)
    return { ...this.#claim(this.#fixtures.recipients.length - 1), amountWei, amountUA }
  }

  #claim(index: number): NewClaim {
    const { wallet } = this.#fixtures.recipients[index] ?? {}
    const evmAddress = `0x${(index + 1).toString(16).padStart(40, '0')}` as EvmAddress
    const baseUnits = owedTo(index)
    return {
      id: `CLAIM-${index}`,
      evmAddress,
      ethSigned: evmAddress,
      solAddress: wallet ?? this.#fixtures.walletAddress,
      snapshotId: 1,
      amountWei: (baseUnits * 10n ** 9n) as Wei,
      amountUA: formatDecimalUnits(baseUnits, this.#fixtures.mint.decimals),
      chainId: 56,
      nonce: '1',
      signature: '0x',
      signedBy: 'key',
      siweTerms: null,
      seal: '',
      status: 'queued',
      submittedAtMs: index,
      solTx: null,
      settledAtMs: null,
      rejectReason: null,
    }
  }
}
