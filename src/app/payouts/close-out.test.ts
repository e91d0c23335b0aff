import { expect, test } from 'vitest'
import type { AmountUA } from '#domain/amounts.ts'
import { UNKNOWN_CLUSTER } from '#domain/cluster-name.ts'
import type { EvmAddress } from '#domain/evm-address.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { type SeededRandom, seededRandom } from '#lab/random/seeded-random.ts'
import { claimScope } from '#payout/fill-run.ts'
import { MAINNET_GENESIS_HASH } from '#solana/clusters.ts'
import { RpcUnavailableError } from '#solana/solana-rpc.ts'
import type { NewClaim } from '#store/database/schema.ts'
import type { JournaledAttempt } from '#store/payouts/journal.ts'
import { openStore, type Store } from '#store/store.ts'
import { describeEachStore } from '../../../test/harness/each-store.ts'
import {
  FREE_UNTIL_SIGNED,
  sampleAttempt,
  sampleClaim,
  sampleSender,
  sampleTransfer,
  signAnew,
} from '../../../test/harness/sample-rows.ts'
import { beginRun, leaseWallet, publishRows } from '../../../test/harness/store-bed.ts'
import { closeOut } from './close-out.ts'

/** Random histories, during and after which the close-out is compared with what was done. */

const HISTORIES = Number(process.env.CLOSE_OUT_HISTORIES ?? 100)
const STEPS = 30
const HOLDERS = 12

/** A token, and what it is worth to keep apart: another mint, other decimals, another cluster. */
interface Token {
  mintAddress: string
  mintDecimals: number
  genesisHash: string
}

interface Claimed {
  claim: NewClaim
  wei: bigint
  status: 'queued' | 'sent' | 'rejected'
  /** What was signed for it or made, in its token. */
  payment: { kind: 'paid' | 'marked' | 'signed'; token: Token } | null
}

const mint = (mintDecimals: number, genesisHash = MAINNET_GENESIS_HASH): Token => ({
  mintAddress: freshSolanaAddress(),
  mintDecimals,
  genesisHash,
})
const TOKENS = [mint(9), mint(6), mint(0), mint(12), mint(9, 'a test cluster')]
const SOURCE = freshSolanaAddress()
const PROGRAM = freshSolanaAddress()

/** What the histories have shown: without it they would prove nothing. */
const seen = new Set<string>()

class History {
  readonly #store: Store
  readonly #random: SeededRandom
  readonly #coinDecimals: number
  readonly #lists = new Map<number, Map<EvmAddress, bigint>>()
  readonly #claims = new Map<EvmAddress, Claimed>()
  #reset: { address: EvmAddress; wei: bigint; kind: 'paid' | 'marked'; token: Token }[] = []
  #held: { attempt: JournaledAttempt; claims: Claimed[] }[] = []
  #current = 0
  #sender: Token | undefined
  #serial = 0

  constructor(store: Store, seed: number) {
    this.#store = store
    this.#random = seededRandom(seed)
    this.#coinDecimals = this.#random.pick([18, 18, 8])
  }

  async play(): Promise<void> {
    await this.#publish()
    const steps = [
      () => this.#publish(),
      () => this.#claim(),
      () => this.#claim(),
      () => this.#claim(),
      () => this.#correct(),
      () => this.#reject(),
      () => this.#undo(),
      () => this.#mark(),
      () => this.#run(),
      () => this.#run(),
      () => this.#settleHeld(),
      () => this.#configure(),
      () => (this.#random.chance(0.3) ? this.#resetClaims() : this.#claim()),
    ]
    for (let step = 0; step < STEPS; step += 1) {
      await this.#random.pick(steps)()
      if (this.#random.chance(0.25)) await this.check()
    }
    await this.check()
  }

  /** Compares the close-out with the history, and checks both equations. */
  async check(): Promise<void> {
    const found = await closeOut({
      store: this.#store,
      settings: { coinDecimals: this.#coinDecimals, tokenSymbol: 'TKN' } as never,
      payouts: {
        readerOf: () => ({
          read: async () => {
            throw new RpcUnavailableError('it is away')
          },
        }),
      } as never,
      now: () => 1_000,
    })
    const fine = (amount: string) => {
      const [whole = '', fraction = ''] = amount.split('.')
      return BigInt(whole + fraction.padEnd(30, '0'))
    }
    const perWei = 10n ** BigInt(30 - this.#coinDecimals)
    const live = [...this.#claims.values()].filter(({ status }) => status !== 'rejected')
    const reset = this.#reset.filter(({ token }) => this.#concerns(token))
    const taken = new Map<EvmAddress, bigint>()
    for (const [address, wei] of [
      ...live.map(({ claim, wei }) => [claim.evmAddress, wei] as const),
      ...reset.map(({ address, wei }) => [address, wei] as const),
    ]) {
      taken.set(address, (taken.get(address) ?? 0n) + wei)
    }
    const all = sum([...taken.values()])
    if (reset.length > 0) seen.add('a reset claim')
    if (reset.length < this.#reset.length) seen.add('a reset claim of another cluster')

    const named = new Set([...this.#claims.values()].map(({ claim }) => claim.snapshotId))
    const shown = [...this.#lists.keys()].filter((id) => id === this.#current || named.has(id)).reverse()
    expect(found.lists.map(({ id }) => id)).toEqual(shown)
    for (const list of found.lists) {
      const rows = [...(this.#lists.get(list.id) ?? [])]
      const claimed = sum(rows.map(([address, wei]) => least(wei, taken.get(address) ?? 0n)))
      expect(list.rows).toBe(rows.length)
      expect(fine(list.claimed)).toBe(claimed * perWei)
      expect(fine(list.beyond)).toBe((all - claimed) * perWei)
      if (all > claimed) seen.add('beyond')
      if (list.id !== this.#current) seen.add('an earlier list')
      expect(fine(list.total)).toBe(sum(rows.map(([, wei]) => wei)) * perWei)
      expect(fine(list.total)).toBe(fine(list.claimed) + fine(list.unclaimed))
      const settled = found.byMint.flatMap(({ paid, owed, marked, floored }) => [paid, owed, marked, floored])
      expect(fine(list.claimed) + fine(list.beyond)).toBe(sum(settled.map(fine)))
    }

    for (const token of [this.#sender ?? this.#noToken(), ...TOKENS]) {
      const mine = found.byMint.filter(
        ({ mint: address, cluster }) =>
          address === token.mintAddress && (cluster !== null || token.genesisHash === UNKNOWN_CLUSTER),
      )
      const inToken = [
        ...live.map(({ wei, payment }) => ({
          wei,
          kind: payment?.kind ?? 'unsigned',
          token: payment?.token ?? this.#sender ?? this.#noToken(),
        })),
        ...reset,
      ].filter((each) => each.token.mintAddress === token.mintAddress)
      const expected = (...kinds: string[]) =>
        sum(
          inToken
            .filter(({ kind }) => kinds.includes(kind))
            .map(({ wei }) => (wei * perWei) / 10n ** BigInt(30 - token.mintDecimals)),
        ) *
        10n ** BigInt(30 - token.mintDecimals)
      const [entry] = mine
      expect(mine.length).toBeLessThanOrEqual(1)
      expect(fine(entry?.paid ?? '0')).toBe(expected('paid'))
      expect(fine(entry?.marked ?? '0')).toBe(expected('marked'))
      expect(fine(entry?.owed ?? '0')).toBe(expected('signed', 'unsigned'))
      const whole = sum(inToken.map(({ wei }) => wei * perWei))
      const kept = sum([...new Set(inToken.map(({ kind }) => kind))].map((kind) => expected(kind)))
      expect(fine(entry?.floored ?? '0')).toBe(whole - kept)
      for (const { kind } of inToken) seen.add(token.mintAddress === '' ? `${kind} of no token` : kind)
      if (whole > kept) seen.add('floored')
    }
  }

  #concerns({ genesisHash }: Token): boolean {
    return !this.#sender || [this.#sender.genesisHash, UNKNOWN_CLUSTER].includes(genesisHash)
  }

  #noToken(): Token {
    return { mintAddress: '', mintDecimals: this.#coinDecimals, genesisHash: UNKNOWN_CLUSTER }
  }

  #address(): EvmAddress {
    return `0x${this.#random.between(1, HOLDERS).toString(16).padStart(40, '0')}` as EvmAddress
  }

  /** From one wei to more than any token account holds. */
  #wei(): bigint {
    const digits = this.#random.between(1, this.#random.chance(0.1) ? 30 : 21)
    let text = String(this.#random.between(1, 9))
    while (text.length < digits) text += this.#random.chance(0.5) ? '0' : this.#random.between(0, 9)
    return BigInt(text)
  }

  #pick(...statuses: Claimed['status'][]): Claimed | undefined {
    const fitting = [...this.#claims.values()].filter(({ status }) => statuses.includes(status))
    return fitting.length === 0 ? undefined : this.#random.pick(fitting)
  }

  async #publish(): Promise<void> {
    const rows = new Map<EvmAddress, bigint>(this.#random.chance(0.6) ? this.#lists.get(this.#current) : [])
    for (let n = this.#random.between(1, HOLDERS); n > 0; n -= 1) {
      rows.set(this.#address(), this.#random.chance(0.1) ? 0n : this.#wei())
    }
    const id = await publishRows(
      this.#store,
      [...rows].map(([address, amountWei]) => ({ address, amountWei })),
    )
    this.#lists.set(id, rows)
    this.#current = id
  }

  #signed(address: EvmAddress) {
    const wei = this.#lists.get(this.#current)?.get(address) ?? 0n
    const amountUA = decimal(wei, this.#coinDecimals) as AmountUA
    this.#serial += 1
    return { amountWei: wei, amountUA, snapshotId: this.#current, nonce: String(this.#serial) }
  }

  async #claim(): Promise<void> {
    const address = this.#address()
    const signed = this.#signed(address)
    if (signed.amountWei === 0n || this.#claims.has(address)) return
    const claim = sampleClaim({ ...signed, evmAddress: address, ethSigned: address })
    expect((await this.#store.claims.insertMany([claim])).size).toBe(1)
    this.#claims.set(address, { claim, wei: signed.amountWei, status: 'queued', payment: null })
  }

  async #correct(): Promise<void> {
    const claimed = this.#pick('queued', 'rejected')
    if (!claimed) return
    const signed = this.#signed(claimed.claim.evmAddress)
    if (signed.amountWei === 0n) return
    const revision = signAnew(claimed.claim, signed)
    if ((await this.#store.claimCorrections.correct(revision, 5, FREE_UNTIL_SIGNED)) !== 'done') return
    claimed.claim = { ...claimed.claim, ...revision }
    claimed.wei = signed.amountWei
    claimed.status = 'queued'
  }

  async #reject(): Promise<void> {
    const claimed = this.#pick('queued')
    if (!claimed) return
    const { id } = claimed.claim
    const action = { atMs: 6, action: 'reject', subject: id, detail: '' } as const
    const outcome = await this.#store.claimDecisions.reject(id, 'no', action)
    if (outcome === 'done') claimed.status = 'rejected'
  }

  async #undo(): Promise<void> {
    const claimed = this.#pick('rejected')
    if (!claimed) return
    const { id } = claimed.claim
    const action = { atMs: 7, action: 'undo_reject', subject: id, detail: '' } as const
    const outcome = await this.#store.claimDecisions.undoReject(id, this.#sender?.genesisHash ?? null, action)
    if (outcome === 'done') claimed.status = 'queued'
  }

  async #mark(): Promise<void> {
    const claimed = this.#pick('queued')
    if (!claimed) return
    const token = this.#sender ?? this.#noToken()
    const { id } = claimed.claim
    const isForced = this.#sender === undefined || this.#random.chance(0.5)
    const paidTx = `tx-${id}`
    const outcome = await this.#store.claimDecisions.markSent(
      id,
      {
        ...sampleTransfer(claimed.claim, {
          ...token,
          ...floored(claimed.wei, this.#coinDecimals, token.mintDecimals),
          state: 'paid',
          recordedBy: isForced ? 'mark_sent_forced' : 'mark_sent',
          settledAtMs: 8,
        }),
        paidTx,
      },
      { atMs: 8, action: 'mark_sent', subject: id, detail: '' },
    )
    if (outcome !== 'done') return
    claimed.status = 'sent'
    claimed.payment = { kind: isForced ? 'marked' : 'paid', token }
  }

  /** Whatever is under way at the end of a run is on hold. */
  async #run(): Promise<void> {
    const { journal } = this.#store
    const token = this.#sender
    if (!token) return
    const terms = { ...token, walletAddress: SOURCE, tokenProgram: PROGRAM }
    const run = await beginRun(this.#store, terms, claimScope())
    const fence = await leaseWallet(this.#store, SOURCE)
    const byId = new Map([...this.#claims.values()].map((each) => [each.claim.id, each]))
    for (let batch = 0; batch < 6; batch += 1) {
      const transfers = await journal.nextTransfers(run.id, this.#random.between(1, 4))
      if (transfers.length === 0) break
      const [attempt] = await journal.write({ name: SOURCE, fence }, run.id, [
        {
          attempt: sampleAttempt(run.id, fence, { walletAddress: SOURCE, genesisHash: token.genesisHash }),
          transfers,
        },
      ])
      const claims = transfers.flatMap(({ claimId }) => byId.get(claimId ?? '') ?? [])
      if (!attempt) throw new Error('nothing was journaled')
      for (const claimed of claims) claimed.payment = { kind: 'signed', token }
      if (this.#random.chance(0.2)) await this.check()
      await this.#settle(attempt, claims, token)
    }
    await this.#store.runs.finish(run.id, this.#random.pick(['completed', 'stopped', 'failed']), null, 9)
    await this.#store.leases.release(SOURCE, fence)
  }

  async #settle(attempt: JournaledAttempt, claims: Claimed[], token: Token): Promise<void> {
    const { journal } = this.#store
    const end = this.#random.pick(['paid', 'paid', 'paid', 'failed', 'expired', 'held'])
    if (end === 'held') {
      await journal.hold(attempt.id, 'nobody knows', 9)
      this.#held.push({ attempt, claims })
      return
    }
    if (end === 'paid') await journal.settlePaid([{ attempt, slot: 1 }], 9)
    if (end === 'failed')
      await journal.settleFailed(attempt, { reason: 'frozen', isSendersFault: false }, { slot: 1, nowMs: 9 })
    if (end === 'expired') await journal.settleExpired(attempt, 'proved', 9)
    for (const claimed of claims) {
      claimed.payment = end === 'paid' ? { kind: 'paid', token } : null
      if (end === 'paid') claimed.status = 'sent'
    }
  }

  async #settleHeld(): Promise<void> {
    const held = this.#held.pop()
    if (!held) return
    const kind = this.#random.pick(['paid', 'marked', 'expired'] as const)
    const action = { atMs: 10, action: 'settle_hold', subject: held.attempt.id, detail: '' } as never
    await this.#store.journal.settleHeld(
      held.attempt,
      kind === 'expired'
        ? { kind, evidence: 'a person' }
        : { kind: 'paid', slot: 1, recordedBy: kind === 'paid' ? 'run' : 'mark_sent_forced' },
      action,
    )
    for (const claimed of held.claims) {
      const token = claimed.payment?.token
      if (!token) throw new Error('nothing was signed')
      claimed.payment = kind === 'expired' ? null : { kind, token }
      if (kind !== 'expired') claimed.status = 'sent'
    }
  }

  async #configure(): Promise<void> {
    this.#sender = this.#random.pick(TOKENS)
    await this.#store.senders.save(
      sampleSender({ ...this.#sender, walletAddress: SOURCE, tokenProgram: PROGRAM }),
    )
  }

  async #resetClaims(): Promise<void> {
    const action = { atMs: 11, action: 'reset', subject: '', detail: '' } as never
    const outcome = await this.#store.claimDecisions.reset(action)
    if (typeof outcome === 'string') {
      expect([outcome, this.#held.length > 0]).toEqual(['attempts_unresolved', true])
      return
    }
    for (const [address, { wei, payment }] of this.#claims) {
      if (payment === null || payment.kind === 'signed') continue
      this.#reset.push({ address, wei, kind: payment.kind, token: payment.token })
    }
    this.#claims.clear()
  }
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n)
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}

function decimal(value: bigint, decimals: number): string {
  const digits = String(value).padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`.replace(/\.?0+$/, '')
}

function floored(wei: bigint, coinDecimals: number, mintDecimals: number) {
  const perUnit = 10n ** BigInt(Math.max(coinDecimals - mintDecimals, 0))
  const finer = 10n ** BigInt(Math.max(mintDecimals - coinDecimals, 0))
  return { baseUnits: (wei / perUnit) * finer, dustUA: decimal(wei % perUnit, coinDecimals) }
}

test(`${HISTORIES} random histories add up to the base unit`, {
  timeout: 60_000 + 1_000 * HISTORIES,
}, async () => {
  for (let seed = 1; seed <= HISTORIES; seed += 1) {
    const store = await openStore(':memory:')
    try {
      await new History(store, seed).play()
    } catch (error) {
      throw new Error(`In history ${seed}`, { cause: error })
    } finally {
      await store.close()
    }
  }
  expect([...seen].sort()).toEqual([
    'a reset claim',
    'a reset claim of another cluster',
    'an earlier list',
    'beyond',
    'floored',
    'marked',
    'marked of no token',
    'paid',
    'signed',
    'unsigned',
    'unsigned of no token',
  ])
})

describeEachStore('a random history', (context) => {
  test.each([1001, 1002, 1003])('%i adds up to the base unit', { timeout: 60_000 }, async (seed) => {
    await new History(context.store, seed).play()
  })
})
