import { getTransactionDecoder, type Transaction } from '@solana/kit'
import { FailedTransactionMetadata, LiteSVM } from 'litesvm'
import { prepareFundedWallet } from '#lab/environment/environment.ts'
import { startLocalnet } from '#lab/localnet/start-localnet.ts'
import { printFigures } from '../measure-script.ts'
import { sampleMint, sampleTransfers, signPacked } from './packed-payments.ts'

/** Executes the same packed transactions on an SVM in this process: no node, no records, nothing simulated before. */
const { recipients } = JSON.parse(process.argv[2] ?? '')
const localnet = await startLocalnet({ slotMs: 20 })
const funded = await prepareFundedWallet(localnet.url, { lamports: 100_000_000_000_000n })
const svm = new LiteSVM().withBlockhashCheck(false).withTransactionHistory(0n)
for (const address of [funded.mint, funded.wallet.address, funded.walletTokenAccount]) {
  const account = localnet.cluster.runtime.readAccount(address)
  if (!account) throw new Error(`${address} is missing`)
  svm.setAccount(account)
}
await localnet.close()

const mint = sampleMint(funded.mint)
const transfers = sampleTransfers(mint, recipients, 'missing')
const signed = await signPacked(transfers, { sender: funded.wallet, mint, format: 'v0' })
const transactions = signed.map(({ wireBytes }) => getTransactionDecoder().decode(wireBytes))
const half = Math.ceil(transactions.length / 2)
const [executed, simulatedFirst] = [transactions.slice(0, half), transactions.slice(half)]
printFigures({
  'recipients/s': perSecond(executed, (transaction) => svm.sendTransaction(transaction)),
  'recipients/s, simulated first': perSecond(simulatedFirst, (transaction) => {
    svm.simulateTransaction(transaction)
    return svm.sendTransaction(transaction)
  }),
})

function perSecond(
  these: typeof transactions,
  execute: (transaction: Transaction) => ReturnType<LiteSVM['sendTransaction']>,
): number {
  const startedMs = performance.now()
  for (const transaction of these) {
    const result = execute(transaction)
    if (result instanceof FailedTransactionMetadata) throw new Error(`It failed: ${result.err()}`)
  }
  const seconds = (performance.now() - startedMs) / 1000
  return (recipients * these.length) / transactions.length / seconds
}
