import { webcrypto } from 'node:crypto'
import {
  type Address,
  type Blockhash,
  createSignerFromKeyPair,
  getSignatureFromTransaction,
  getTransactionEncoder,
  type KeyPairSigner,
  type Signature,
} from '@solana/kit'
import { getAddMemoInstruction } from '@solana-program/memo'
import { getTransferSolInstruction } from '@solana-program/system'
import { expect, test } from 'vitest'
import { assertBaseUnits } from '#domain/amounts.ts'
import type { Journaled } from '#domain/attempt.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { createDemoMint } from '#lab/localnet/create-demo-mint.ts'
import { signInstructions } from '#lab/localnet/send-instructions.ts'
import { startLocalnet } from '#lab/localnet/start-localnet.ts'
import { seededRandom } from '#lab/random/seeded-random.ts'
import { FaultInjector } from '#lab/simulation/fault-injector.ts'
import { CONFIRMED_AFTER_SLOTS, FINALIZED_AFTER_SLOTS, ModelChain } from '#lab/simulation/model-chain.ts'
import { createModelNode } from '#lab/simulation/model-node.ts'
import { NodeFaults } from '#lab/simulation/node-faults.ts'
import { SOUND_HABITS } from '#lab/simulation/scenario.ts'
import { makeCryptoSynchronous } from '#lab/simulation/synchronous-crypto.ts'
import { VirtualTime } from '#lab/simulation/virtual-time.ts'
import { askFormat } from '#solana/ask-format.ts'
import { connectRpc } from '#solana/connect-rpc.ts'
import { type Mint, readMint } from '#solana/mint.ts'
import {
  composeUnsignedPayout,
  MEMO_PROGRAM_ADDRESS,
  type PayoutTransfer,
  signPayout,
} from '#solana/payout-transaction.ts'
import { associatedTokenAccount, inspectRecipients } from '#solana/recipients.ts'
import type { LatestBlockhash, SolanaRpc } from '#solana/solana-rpc.ts'
import { tokenBalance } from '#solana/token-account.ts'
import { TRANSACTION_FORMATS, type TransactionFormat } from '#solana/transaction-format.ts'
import { openTestWallet } from '../harness/test-wallet.ts'

const SUPPLY_BASE_UNITS = 1_000_000n

/** More slots than the model takes to deliver a transaction, skipped ones included. */
const TRAVEL_SLOTS = 16

/** The cluster and the keys that the script uses. */
interface Stage {
  rpc: SolanaRpc
  /** Advances by one slot. */
  tick(): void
  signer: KeyPairSigner
  mint: Mint
  recipients: Address[]
  /** The largest that the cluster takes. */
  format: TransactionFormat
}

type Attempt = Journaled<{ wireBytes: Uint8Array; contextSlot: number }>

/** Signs a transaction that moves nothing and appears in the source account's history. */
async function signMarker(
  signer: KeyPairSigner,
  sourceTokenAccount: Address,
  { blockhash, lastValidBlockHeight, contextSlot }: LatestBlockhash,
) {
  const lifetime = {
    blockhash: blockhash as Blockhash,
    lastValidBlockHeight: BigInt(lastValidBlockHeight),
  }
  const signed = await signInstructions(signer, lifetime, [
    getAddMemoInstruction({ memo: 'ferry:marker' }, { programAddress: MEMO_PROGRAM_ADDRESS }),
    getTransferSolInstruction({ source: signer, destination: sourceTokenAccount, amount: 0n }),
  ])
  const wireBytes = new Uint8Array(getTransactionEncoder().encode(signed))
  return {
    signature: getSignatureFromTransaction(signed) as string,
    attempt: { wireBytes, contextSlot } as Attempt,
  }
}

/**
 * Pays, pays again with the same bytes, marks, fails, and lets a blockhash expire; records all answers of the
 * cluster.
 */
async function play({ rpc, tick, signer, mint, recipients, format }: Stage): Promise<unknown[]> {
  const seen: unknown[] = []
  const sourceTokenAccount = await associatedTokenAccount(mint, signer.address)
  /** The script's names for the transactions that it signed. */
  const names = new Map<string, string>()
  const history = async () => {
    const entries = await rpc.historyOf(sourceTokenAccount, { minContextSlot: 0 })
    return entries.map(({ signature, memo, failed }) => [names.get(signature) ?? 'funding', memo, failed])
  }
  const record = async (signature: string) => {
    const found = await rpc.transaction(signature, mint.address)
    return (
      found && {
        isAsHistory: (await slotInHistory(signature)) === found.slot,
        failed: found.error !== null,
        isOurs: found.signers.includes(signer.address),
        madeSource: found.absentBefore.includes(sourceTokenAccount),
        movements: found.movements.toSorted((one, other) => Number(one.baseUnits - other.baseUnits)),
      }
    )
  }
  const slotInHistory = async (signature: string) => {
    const entries = await rpc.historyOf(sourceTokenAccount, { minContextSlot: 0 })
    return entries.find((entry) => entry.signature === signature)?.slot
  }
  /** Reads the balance of the finalized bank, whose slot another answer about it names too. */
  const finalizedBalance = async () => {
    const { contextSlot, account } = await rpc.finalizedAccount(sourceTokenAccount)
    return [contextSlot === (await rpc.finalizedPosition()).slot, tokenBalance(account)]
  }
  const sign = async (
    transfers: PayoutTransfer[],
    memo: string,
    blockhash: LatestBlockhash,
    signedFormat = format,
  ) => {
    const payout = {
      format: signedFormat,
      sender: signer,
      mint,
      sourceTokenAccount,
      transfers,
      memo,
      blockhash: blockhash.blockhash,
      lastValidBlockHeight: blockhash.lastValidBlockHeight,
      computeUnitLimit: 200_000,
      microLamportsPerComputeUnit: 1n,
    }
    const { signature, wireBytes } = await signPayout(payout)
    names.set(signature, memo)
    return {
      signature,
      attempt: { wireBytes, contextSlot: blockhash.contextSlot } as Attempt,
      unsigned: composeUnsignedPayout(payout),
    }
  }
  const status = async (signature: string, searchHistory = false) => {
    const { contextSlot, statuses } = await rpc.signatureStatuses([signature], { searchHistory })
    const { slot } = await rpc.finalizedPosition()
    const [found] = statuses
    return {
      isCurrent: contextSlot >= slot,
      commitment: found?.commitment ?? null,
      failed: (found?.error ?? null) !== null,
    }
  }
  const balances = async () => {
    const accounts = await Promise.all(recipients.map((wallet) => associatedTokenAccount(mint, wallet)))
    return (await rpc.accounts(accounts)).map(tokenBalance)
  }
  const needs = async () =>
    (await inspectRecipients(rpc, mint, recipients)).map((found) => found.payable && found.need)
  const ticks = (count: number) => {
    for (let done = 0; done < count; done++) tick()
  }

  const found = await inspectRecipients(rpc, mint, recipients)
  const transfers = found.map((recipient, index) => {
    if (!recipient.payable) throw new Error(recipient.reason)
    return { ...recipient, baseUnits: assertBaseUnits(BigInt(index + 1) * 100n) }
  })
  const blockhash = await rpc.latestBlockhash()
  seen.push(['before', await needs(), await balances(), await history(), await finalizedBalance()])
  const [funding] = await rpc.historyOf(sourceTokenAccount, { minContextSlot: 0, limit: 1 })
  seen.push(['funding', await record(funding?.signature ?? '')])
  seen.push(['asked', await askFormat(rpc, signer.address)])

  const paying = await sign(transfers, 'ferry:paying', blockhash)
  seen.push(['unsent', await status(paying.signature), (await rpc.simulate(paying.unsigned)).error])
  seen.push(['sent', await rpc.broadcast(paying.attempt)])
  ticks(TRAVEL_SLOTS)
  seen.push(['a little later', (await status(paying.signature)).commitment === null])
  ticks(CONFIRMED_AFTER_SLOTS)
  seen.push(['confirmed', await status(paying.signature), await balances()])
  seen.push(['not final', await history(), await record(paying.signature), await finalizedBalance()])
  ticks(FINALIZED_AFTER_SLOTS + TRAVEL_SLOTS)
  seen.push(['finalized', await status(paying.signature), await needs(), await balances()])
  seen.push(['final', await history(), await record(paying.signature), await finalizedBalance()])

  await rpc.broadcast(paying.attempt)
  ticks(FINALIZED_AFTER_SLOTS + TRAVEL_SLOTS)
  seen.push(['the same bytes again', await balances()])

  const marker = await signMarker(signer, sourceTokenAccount, await rpc.latestBlockhash())
  names.set(marker.signature, 'marker')
  await rpc.broadcast(marker.attempt)
  ticks(FINALIZED_AFTER_SLOTS + TRAVEL_SLOTS)
  seen.push(['marker', await history(), await record(marker.signature), await finalizedBalance()])
  const before = marker.signature as Signature
  const older = await rpc.historyOf(sourceTokenAccount, { before, minContextSlot: 0, limit: 1 })
  seen.push(['older', older.map(({ signature }) => names.get(signature))])

  if (format === 'v0') {
    const larger = await sign(transfers, 'ferry:larger', await rpc.latestBlockhash(), 'v1')
    const { error, failedInstruction } = await rpc.simulate(larger.unsigned)
    seen.push(['larger', error, failedInstruction, await rpc.broadcast(larger.attempt)])
    ticks(FINALIZED_AFTER_SLOTS + TRAVEL_SLOTS)
    seen.push(['dropped', await status(larger.signature), await balances()])
  }

  const stranger = freshSolanaAddress()
  const nowhere = await associatedTokenAccount(mint, stranger)
  const hopeless: PayoutTransfer = {
    wallet: stranger,
    tokenAccount: nowhere,
    need: 'existing',
    baseUnits: assertBaseUnits(1n),
  }
  const failing = await sign(
    [...transfers.map((t) => ({ ...t, need: 'existing' as const })), hopeless],
    'ferry:failing',
    await rpc.latestBlockhash(),
  )
  const { error, failedInstruction } = await rpc.simulate(failing.unsigned)
  seen.push(['refused', error !== null, failedInstruction])
  await rpc.broadcast(failing.attempt)
  ticks(FINALIZED_AFTER_SLOTS + TRAVEL_SLOTS)
  seen.push(['failed', await status(failing.signature), await balances()])
  seen.push(['no movement', await history(), await record(failing.signature), await finalizedBalance()])

  while ((await rpc.finalizedPosition()).blockHeight <= blockhash.lastValidBlockHeight) ticks(1)
  const late = await sign(
    transfers.map((t) => ({ ...t, need: 'existing' as const })),
    'ferry:late',
    blockhash,
  )
  await rpc.broadcast(late.attempt)
  ticks(FINALIZED_AFTER_SLOTS + TRAVEL_SLOTS)
  seen.push(['expired', await status(late.signature, true), await balances()])
  seen.push(['unknown', await history(), await record(late.signature)])
  return seen
}

test.each(TRANSACTION_FORMATS)(
  'the model answers as the SVM cluster does, paid in %s',
  {
    timeout: 60_000,
  },
  async (format) => {
    const keyPair = (await webcrypto.subtle.generateKey('Ed25519', true, [
      'sign',
      'verify',
    ])) as webcrypto.CryptoKeyPair
    const signer = await createSignerFromKeyPair(keyPair as never)
    const recipients = [freshSolanaAddress(), freshSolanaAddress(), freshSolanaAddress()]

    const localnet = await startLocalnet({
      slotMs: null,
      confirmedAfterSlots: CONFIRMED_AFTER_SLOTS,
      finalizedAfterSlots: FINALIZED_AFTER_SLOTS,
      v1Transactions: format === 'v1',
    })
    const ticking = setInterval(() => localnet.tick(), 10)
    const issuer = await openTestWallet(localnet)
    await issuer.rpc.requestAirdrop(signer.address, 10_000_000_000n as never).send()
    const supply = { decimals: 9, supplyBaseUnits: SUPPLY_BASE_UNITS, to: signer.address }
    const created = await createDemoMint({ rpcUrl: localnet.url, payer: issuer.signer, ...supply })
    clearInterval(ticking)
    for (let slot = 0; slot < FINALIZED_AFTER_SLOTS + TRAVEL_SLOTS; slot++) localnet.tick()
    const real = connectRpc(localnet.url)
    const mint = await readMint(real, created.mint)
    const onSvm = await play({ rpc: real, tick: () => localnet.tick(), signer, mint, recipients, format })
    await localnet.close()

    makeCryptoSynchronous(keyPair)
    const random = seededRandom(1)
    const faults = new FaultInjector(random, {})
    faults.stopFaults()
    const time = new VirtualTime()
    const cluster = {
      genesisHash: 'model',
      chain: new ModelChain({
        random,
        rates: () => ({ skippedSlot: 0.05, fork: 0, relanding: 0, landsV1: format === 'v1' }),
        onEvent: () => {},
        mint,
        funding: [
          {
            tokenAccount: await associatedTokenAccount(mint, signer.address),
            owner: signer.address,
            amount: SUPPLY_BASE_UNITS,
          },
        ],
      }),
    }
    const model = createModelNode({
      cluster,
      otherCluster: cluster,
      faults,
      time,
      spells: new NodeFaults({ faults, time, isSecond: false, habits: SOUND_HABITS }),
      slotMs: 100,
      simulatesV1: () => format === 'v1',
    })
    let onModel: unknown[] | undefined
    const playing = play({
      rpc: model,
      tick: () => cluster.chain.advance(),
      signer,
      mint,
      recipients,
      format,
    }).then((seen) => {
      onModel = seen
    })
    await time.passUntil(() => onModel !== undefined, 10 * 60_000)
    await playing

    expect(onSvm).toContainEqual(['asked', format])
    expect(onModel).toEqual(onSvm)
  },
)
