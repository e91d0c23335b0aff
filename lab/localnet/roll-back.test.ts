import {
  type Address,
  createKeyPairSignerFromPrivateKeyBytes,
  type EncodedAccount,
  getTransactionEncoder,
  type KeyPairSigner,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import { beforeAll, describe, expect, test } from 'vitest'
import { type RandomStream, randomStream } from '#lab/random/seeded-random.ts'
import { memoInstruction } from '../../test/harness/test-wallet.ts'
import { Cluster } from './cluster.ts'
import { signInstructions } from './send-instructions.ts'
import { SvmRuntime } from './svm-runtime.ts'
import { decodeWireTransaction, type WireTransaction } from './wire-transaction.ts'

const GENESIS_HASH = '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY'
const STEPS = 150
const ENDOWED_WALLETS = 3
const WALLET_LAMPORTS = 10_000_000_000n

let wallets: KeyPairSigner[]

beforeAll(async () => {
  wallets = await Promise.all(
    [1, 2, 3, 4, 5, 6].map((fill) => createKeyPairSignerFromPrivateKeyBytes(new Uint8Array(32).fill(fill))),
  )
})

interface Survivor {
  wire: WireTransaction
  slot: number
}

function pick<T>(random: RandomStream, from: readonly T[]): T {
  const picked = from[Math.floor(random() * from.length)]
  if (picked === undefined) throw new Error('nothing to pick from')
  return picked
}

/** Sends a random amount: often to a missing account, now and then the whole balance, or more. */
async function randomTransfer(
  cluster: Cluster,
  random: RandomStream,
  memo: string,
): Promise<WireTransaction> {
  const source = pick(random, wallets)
  const destination = pick(random, wallets).address
  const balance = cluster.runtime.readAccount(source.address)?.lamports ?? 0n
  const share = (balance * BigInt(Math.floor(random() * 100))) / 100n
  const amount = pick(random, [share, share, share, share, balance - 5000n, balance + 1n, 1n])
  const { blockhash } = cluster.chain.at(pick(random, ['processed', 'confirmed', 'finalized', 'finalized']))
  const lifetime = { blockhash, lastValidBlockHeight: 0n }
  const instructions = [
    getTransferSolInstruction({ source, destination, amount: amount < 0n ? 0n : amount }),
    memoInstruction(memo),
  ]
  const signed = await signInstructions(source, lifetime, instructions)
  return decodeWireTransaction(new Uint8Array(getTransactionEncoder().encode(signed)))
}

type Accounts = (EncodedAccount | null)[]

function accountsBy(read: (address: Address) => EncodedAccount | null): Accounts {
  return wallets.map(({ address }) => read(address))
}

function endow(runtime: SvmRuntime): void {
  for (const { address } of wallets.slice(0, ENDOWED_WALLETS)) runtime.endowWallet(address, WALLET_LAMPORTS)
}

/** Replays only these transactions, and returns the accounts after them. */
function replay(survivors: readonly Survivor[]): Accounts {
  const runtime = new SvmRuntime()
  endow(runtime)
  for (const { wire } of survivors) {
    if ('refused' in runtime.execute(wire)) throw new Error('a survivor does not run')
  }
  return accountsBy(runtime.readAccount)
}

const SEEDS = Array.from({ length: 6 }, (_, seed) => seed)

describe.each(SEEDS)('random transfers and forks, seed %i', (seed) => {
  test('leave what a replay of the survivors leaves, and never change what is finalized', async () => {
    const random = randomStream('roll-back', seed)
    const cluster = new Cluster({ finalizedAfterSlots: 6, genesisHash: GENESIS_HASH })
    endow(cluster.runtime)
    const sent: WireTransaction[] = []
    const undone: WireTransaction[] = []
    let survivors: Survivor[] = []
    let landedAgain = 0
    let finalizedSlot = 0

    function land(wire: WireTransaction): void {
      const landing = cluster.land(wire)
      const landedBefore = survivors.some((one) => one.wire.signature === wire.signature)
      expect(landing.kind === 'duplicate').toBe(landedBefore)
      if (landing.kind !== 'landed') return
      if (undone.includes(wire)) landedAgain += 1
      survivors.push({ wire, slot: cluster.chain.tip.slot })
    }

    function fork(): void {
      const finalized = cluster.chain.at('finalized').slot
      const to = Math.max(finalized, cluster.chain.tip.slot - Math.floor(random() * 8))
      const lost = survivors.filter(({ slot }) => slot > to).map(({ wire }) => wire)
      survivors = survivors.filter(({ slot }) => slot <= to)
      expect(cluster.rollBackTo(to).map(({ signature }) => signature)).toEqual(
        lost.map(({ signature }) => signature),
      )
      undone.push(...lost)
    }

    function expectConsistent(): void {
      expect(accountsBy(cluster.runtime.readAccount)).toEqual(replay(survivors))
      const block = cluster.chain.at(pick(random, ['processed', 'confirmed', 'finalized']))
      const settled = survivors.filter(({ slot }) => slot <= block.slot)
      expect(accountsBy(cluster.accountsAt(block))).toEqual(replay(settled))
      for (const { wire, slot } of survivors) {
        expect(cluster.history.find(wire.signature)?.block.slot).toBe(slot)
      }
      expect(cluster.chain.tip.transactionCount).toBe(survivors.length)
    }

    for (let step = 0; step < STEPS; step += 1) {
      const dice = random()
      if (dice < 0.5) {
        const wire = await randomTransfer(cluster, random, `${step}`)
        land(wire)
        sent.push(wire)
      } else if (dice < 0.6 && sent.length > 0) land(pick(random, sent))
      else if (dice < 0.7 && undone.length > 0) land(pick(random, undone))
      else if (dice < 0.9) cluster.tick()
      else fork()
      expect(cluster.chain.at('finalized').slot).toBeGreaterThanOrEqual(finalizedSlot)
      finalizedSlot = cluster.chain.at('finalized').slot
      if (step % 10 === 0) expectConsistent()
    }
    expectConsistent()
    expect(survivors.length).toBeGreaterThan(0)
    expect(landedAgain).toBeGreaterThan(0)
  })
})
