import {
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
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

/**
 * One transfer a transaction: ten at a time, each waited for until it is confirmed; or, where there is no node, built and signed one after
 * the other for token accounts that exist.
 */
const terms: { rpcUrl?: string; walletKeyJson: string; mint: Address; recipients: number } = JSON.parse(
  process.argv[2] ?? '',
)
const AT_ONCE = 10
const LOOK_EVERY_MS = 50
const LAMPORTS_PER_SIGNATURE = 5000
const tokenProgram = TOKEN_PROGRAM_ADDRESS

const { mint, rpcUrl } = terms
const rpc = rpcUrl === undefined ? null : createSolanaRpc(rpcUrl)
const sender = await createKeyPairSignerFromBytes(Uint8Array.from(JSON.parse(terms.walletKeyJson)))
const [source] = await findAssociatedTokenPda({ owner: sender.address, mint, tokenProgram })
const wallets = await Promise.all(
  Array.from({ length: terms.recipients }, async () => (await generateKeyPairSigner()).address),
)

let calls = 0
const queue = wallets.values()
const before = process.cpuUsage()
const startedMs = performance.now()
await Promise.all(
  Array.from({ length: rpc ? AT_ONCE : 1 }, async () => {
    for (const wallet of queue) await pay(wallet)
  }),
)
const seconds = (performance.now() - startedMs) / 1000
const { user, system } = process.cpuUsage(before)
const perRecipient = { 'CPU µs/recipient': (user + system) / wallets.length }
if (rpc)
  printFigures({
    'recipients/s': wallets.length / seconds,
    'calls/recipient': calls / wallets.length,
    ...perRecipient,
  })
else
  printFigures({
    'lamports/recipient': LAMPORTS_PER_SIGNATURE,
    'recipients/lamport': 1 / LAMPORTS_PER_SIGNATURE,
    ...perRecipient,
  })

async function pay(wallet: Address): Promise<void> {
  if (!rpc) {
    await sign(wallet, { blockhash: mint as string as Blockhash, lastValidBlockHeight: 150n })
    return
  }
  const [ata] = await findAssociatedTokenPda({ owner: wallet, mint, tokenProgram })
  const { value: blockhash } = await counted(rpc.getLatestBlockhash().send())
  const create = getCreateAssociatedTokenIdempotentInstruction({ payer: sender, ata, owner: wallet, mint })
  const transaction = await sign(ata, blockhash, [create])
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

type Instruction = Parameters<typeof appendTransactionMessageInstructions>[0][number]

function sign(
  destination: Address,
  blockhash: { blockhash: Blockhash; lastValidBlockHeight: bigint },
  first: Instruction[] = [],
) {
  const transfer = getTransferCheckedInstruction({
    source,
    mint,
    destination,
    authority: sender,
    amount: 1n,
    decimals: 9,
  })
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (m) => setTransactionMessageFeePayerSigner(sender, m),
    (m) => setTransactionMessageLifetimeUsingBlockhash(blockhash, m),
    (m) => appendTransactionMessageInstructions([...first, transfer], m),
  )
  return signTransactionMessageWithSigners(message)
}

function counted<T>(call: Promise<T>): Promise<T> {
  calls += 1
  return call
}
