import {
  type Address,
  appendTransactionMessageInstructions,
  createKeyPairSignerFromBytes,
  createSolanaRpc,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import { printFigures } from '../measure-script.ts'

/** One transfer a transaction, ten at a time, each waited for until it is confirmed. */

const AT_ONCE = 10
const LOOK_EVERY_MS = 50
const tokenProgram = TOKEN_PROGRAM_ADDRESS

const terms = JSON.parse(process.argv[2] ?? '')
const rpc = createSolanaRpc(terms.rpcUrl)
const sender = await createKeyPairSignerFromBytes(Uint8Array.from(JSON.parse(terms.walletKeyJson)))
const mint = terms.mint as Address
const [source] = await findAssociatedTokenPda({ owner: sender.address, mint, tokenProgram })
const wallets = await Promise.all(
  Array.from({ length: terms.recipients as number }, async () => (await generateKeyPairSigner()).address),
)

let calls = 0
const queue = wallets.values()
const before = process.cpuUsage()
const startedMs = performance.now()
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (const wallet of queue) await pay(wallet)
  }),
)
const seconds = (performance.now() - startedMs) / 1000
const { user, system } = process.cpuUsage(before)
printFigures({
  'recipients/s': wallets.length / seconds,
  'calls/recipient': calls / wallets.length,
  'CPU µs/recipient': (user + system) / wallets.length,
})

async function pay(wallet: Address): Promise<void> {
  const [ata] = await findAssociatedTokenPda({ owner: wallet, mint, tokenProgram })
  const { value: blockhash } = await counted(rpc.getLatestBlockhash().send())
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (m) => setTransactionMessageFeePayerSigner(sender, m),
    (m) => setTransactionMessageLifetimeUsingBlockhash(blockhash, m),
    (m) =>
      appendTransactionMessageInstructions(
        [
          getCreateAssociatedTokenIdempotentInstruction({ payer: sender, ata, owner: wallet, mint }),
          getTransferCheckedInstruction({
            source,
            mint,
            destination: ata,
            authority: sender,
            amount: 1n,
            decimals: 9,
          }),
        ],
        m,
      ),
  )
  const transaction = await signTransactionMessageWithSigners(message)
  const signature = getSignatureFromTransaction(transaction)
  const wire = getBase64EncodedWireTransaction(transaction)
  await counted(rpc.sendTransaction(wire, { encoding: 'base64' }).send())
  for (;;) {
    const { value } = await counted(rpc.getSignatureStatuses([signature]).send())
    const status = value[0]
    if (status?.err) throw new Error(`${signature} failed`)
    if (status?.confirmationStatus === 'confirmed' || status?.confirmationStatus === 'finalized') return
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}

function counted<T>(call: Promise<T>): Promise<T> {
  calls += 1
  return call
}
