import { webcrypto } from 'node:crypto'
import { type Address, createSignerFromKeyPair, type KeyPairSigner } from '@solana/kit'
import { expect, test } from 'vitest'
import { assertBaseUnits } from '#domain/amounts.ts'
import type { Journaled } from '#domain/journaled.ts'
import { createDemoMint } from '#localnet/create-demo-mint.ts'
import { startLocalnet } from '#localnet/start-localnet.ts'
import { openTestWallet } from '#localnet/test-wallet.ts'
import { freshSolanaAddress } from '#rehearsal/fresh-solana-address.ts'
import { FaultInjector } from '#simulation/fault-injector.ts'
import { ModelChain } from '#simulation/model-chain.ts'
import { createModelNode } from '#simulation/model-node.ts'
import { seededRandom } from '#simulation/seeded-random.ts'
import { makeCryptoSynchronous } from '#simulation/synchronous-crypto.ts'
import { VirtualTime } from '#simulation/virtual-time.ts'
import { askFormat } from '#solana/ask-format.ts'
import type { Cluster, LatestBlockhash } from '#solana/cluster.ts'
import { connectCluster } from '#solana/connect-cluster.ts'
import { type Mint, readMint } from '#solana/mint.ts'
import { composeUnsignedPayout, type PayoutTransfer, signPayout } from '#solana/payout-transaction.ts'
import { associatedTokenAccount, inspectRecipients } from '#solana/recipients.ts'
import { tokenBalance } from '#solana/token-balance.ts'
import { TRANSACTION_FORMATS, type TransactionFormat } from '#solana/transaction-format.ts'

const FINALIZED_AFTER_SLOTS = 8
const CONFIRMED_AFTER_SLOTS = 2

/** What the script is played on, and with. */
interface Stage {
  cluster: Cluster
  /** One slot goes by. */
  tick(): void
  signer: KeyPairSigner
  mint: Mint
  recipients: Address[]
  /** The largest that the cluster takes. */
  format: TransactionFormat
}

/** Pays, pays again with the same bytes, fails, and lets a blockhash expire; writes down what the cluster said to all of it. */
async function play({ cluster, tick, signer, mint, recipients, format }: Stage): Promise<unknown[]> {
  const seen: unknown[] = []
  const sourceTokenAccount = await associatedTokenAccount(mint, signer.address)
  const sign = async (
    transfers: PayoutTransfer[],
    memo: string,
    blockhash: LatestBlockhash,
    signedFormat = format,
  ) => {
    const payout = {
      format: signedFormat,
      ...{ sender: signer, mint, sourceTokenAccount, transfers, memo },
      ...{ blockhash: blockhash.blockhash, lastValidBlockHeight: blockhash.lastValidBlockHeight },
      ...{ computeUnitLimit: 200_000, microLamportsPerComputeUnit: 1n },
    }
    const { signature, wireBytes } = await signPayout(payout)
    type Attempt = Journaled<{ wire_bytes: Uint8Array; context_slot: number }>
    return {
      signature,
      attempt: { wire_bytes: wireBytes, context_slot: blockhash.contextSlot } as Attempt,
      unsigned: composeUnsignedPayout(payout),
    }
  }
  const status = async (signature: string, searchHistory = false) => {
    const { contextSlot, statuses } = await cluster.signatureStatuses([signature], { searchHistory })
    const { slot } = await cluster.finalizedPosition()
    const [found] = statuses
    return {
      isCurrent: contextSlot >= slot,
      commitment: found?.commitment ?? null,
      failed: (found?.error ?? null) !== null,
    }
  }
  const balances = async () => {
    const accounts = await Promise.all(recipients.map((wallet) => associatedTokenAccount(mint, wallet)))
    return (await cluster.accounts(accounts)).map(tokenBalance)
  }
  const needs = async () =>
    (await inspectRecipients(cluster, mint, recipients)).map((found) => found.payable && found.need)
  const ticks = (count: number) => {
    for (let done = 0; done < count; done++) tick()
  }

  const found = await inspectRecipients(cluster, mint, recipients)
  const transfers = found.map((recipient, index) => {
    if (!recipient.payable) throw new Error(recipient.reason)
    return { ...recipient, baseUnits: assertBaseUnits(BigInt(index + 1) * 100n) }
  })
  const blockhash = await cluster.latestBlockhash()
  seen.push(['before', await needs(), await balances()])
  seen.push(['asked', await askFormat(cluster, signer.address)])

  const paying = await sign(transfers, 'ferry:paying', blockhash)
  seen.push(['unsent', await status(paying.signature), (await cluster.simulate(paying.unsigned)).error])
  seen.push(['sent', await cluster.broadcast(paying.attempt)])
  ticks(1)
  seen.push(['a slot later', (await status(paying.signature)).commitment === null])
  ticks(CONFIRMED_AFTER_SLOTS)
  seen.push(['confirmed', await status(paying.signature), await balances()])
  ticks(FINALIZED_AFTER_SLOTS)
  seen.push(['finalized', await status(paying.signature), await needs(), await balances()])

  await cluster.broadcast(paying.attempt)
  ticks(FINALIZED_AFTER_SLOTS)
  seen.push(['the same bytes again', await balances()])
  const [newest] = await cluster.historyOf(sourceTokenAccount, { minContextSlot: 0 })
  seen.push(['history', newest?.signature === paying.signature, newest?.memo?.includes('ferry:paying')])

  if (format === 'v0') {
    const larger = await sign(transfers, 'ferry:larger', await cluster.latestBlockhash(), 'v1')
    const { error, failedInstruction } = await cluster.simulate(larger.unsigned)
    seen.push(['larger', error, failedInstruction, await cluster.broadcast(larger.attempt)])
    ticks(FINALIZED_AFTER_SLOTS)
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
    await cluster.latestBlockhash(),
  )
  const { error, failedInstruction } = await cluster.simulate(failing.unsigned)
  seen.push(['refused', error !== null, failedInstruction])
  await cluster.broadcast(failing.attempt)
  ticks(FINALIZED_AFTER_SLOTS + 2)
  seen.push(['failed', await status(failing.signature), await balances()])

  while ((await cluster.finalizedPosition()).blockHeight <= blockhash.lastValidBlockHeight) ticks(1)
  const late = await sign(
    transfers.map((t) => ({ ...t, need: 'existing' as const })),
    'ferry:late',
    blockhash,
  )
  await cluster.broadcast(late.attempt)
  ticks(FINALIZED_AFTER_SLOTS + 2)
  seen.push(['expired', await status(late.signature, true), await balances()])
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
    const supply = { decimals: 9, supplyBaseUnits: 1_000_000n, to: signer.address }
    const created = await createDemoMint({ rpcUrl: localnet.url, payer: issuer.signer, ...supply })
    clearInterval(ticking)
    for (let slot = 0; slot < 20; slot++) localnet.tick()
    const real = connectCluster(localnet.url)
    const mint = await readMint(real, created.mint)
    const onSvm = await play({ cluster: real, tick: () => localnet.tick(), signer, mint, recipients, format })
    await localnet.close()

    makeCryptoSynchronous(keyPair)
    const random = seededRandom(1)
    const faults = new FaultInjector(random, {})
    faults.calmDown()
    const time = new VirtualTime()
    const chain = new ModelChain(
      random,
      () => ({ skippedSlot: 0.05, fork: 0, relanding: 0, landsV1: format === 'v1' }),
      () => {},
    )
    const model = createModelNode({
      ...{
        chain: () => chain,
        genesisHash: () => 'model',
        faults,
        honest: true,
        time,
        simulatesV1: () => format === 'v1',
      },
      ...{ mint: mint.address, mintDecimals: mint.decimals },
    })
    let onModel: unknown[] | undefined
    const playing = play({
      cluster: model,
      tick: () => chain.advance(),
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
