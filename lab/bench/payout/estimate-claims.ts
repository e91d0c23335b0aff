import { monitorEventLoopDelay } from 'node:perf_hooks'
import { DEFAULT_PRIORITY_FEE_CAP } from '#domain/amounts.ts'
import { systemClock } from '#payout/clock.ts'
import { estimatePayout } from '#payout/estimate-payout.ts'
import { owedPayments } from '#payout/owed-payments.ts'
import { createRecipientCache } from '#payout/send/look-up-recipients.ts'
import { connectRpc } from '#solana/connect-rpc.ts'
import { readMint } from '#solana/mint.ts'
import { associatedTokenAccount } from '#solana/recipients.ts'
import { openSendingWallet, parseSendingKey } from '#solana/sending-key.ts'
import { openStore } from '#store/store.ts'
import { printFigures } from '../measure-script.ts'

/** Estimates the payout of every queued claim in a store, as the panel asks for it, in a process that has looked nobody up yet. */

const terms = JSON.parse(process.argv[2] ?? '')
const store = await openStore(process.argv[3] ?? '')
const rpc = connectRpc(terms.rpcUrl)
const mint = await readMint(rpc, terms.mint)
const wallet = await openSendingWallet(await parseSendingKey(terms.walletKeyJson))
const token = { mintAddress: mint.address, mintDecimals: mint.decimals, genesisHash: terms.genesisHash }
// Nothing is on hold.
const authorization = { check: async () => new Map<number, string>() }
const owed = owedPayments(
  { store, authorization },
  { kind: 'claims' },
  { token, payer: wallet.address, acceptedBy: null, limits: null },
)
const delays = monitorEventLoopDelay({ resolution: 1 })
delays.enable()
const startedMs = performance.now()
const estimated = await estimatePayout(owed, {
  rpc,
  mint,
  genesisHash: terms.genesisHash,
  recipients: createRecipientCache(systemClock),
  paidSince: async () => new Map(),
  walletAddress: wallet.address,
  sourceTokenAccount: associatedTokenAccount(mint, wallet.address),
  batchSize: 50,
  delayMs: 2_000,
  canary: null,
  priceCap: DEFAULT_PRIORITY_FEE_CAP,
  pace: undefined,
  slotMs: (await rpc.recentSlotMs()) ?? 400,
})
const seconds = (performance.now() - startedMs) / 1000
delays.disable()
if (estimated.payableCount !== terms.recipients) throw new Error('Not every claim was counted')
printFigures({
  seconds,
  'recipients/s': terms.recipients / seconds,
  'longest block ms': delays.max / 1e6,
  'looked up': estimated.recipientsChecked,
})
await store.close()
