import {
  appendTransactionMessageInstructions,
  type Blockhash,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import {
  findAssociatedTokenPda,
  getTransferCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import { printFigures } from '../measure-script.ts'

/** One transfer a transaction, built and signed one after the other. The token accounts are known. */

const LAMPORTS_PER_SIGNATURE = 5000
const tokenProgram = TOKEN_PROGRAM_ADDRESS

const count = Number(process.argv[2])
const [sender, mintSigner] = await Promise.all([generateKeyPairSigner(), generateKeyPairSigner()])
const mint = mintSigner.address
const [source] = await findAssociatedTokenPda({ owner: sender.address, mint, tokenProgram })
const blockhash = { blockhash: mint as string as Blockhash, lastValidBlockHeight: 150n }
const destinations = await Promise.all(
  Array.from({ length: count }, async () => (await generateKeyPairSigner()).address),
)

const before = process.cpuUsage()
const wires: string[] = []
for (const destination of destinations) {
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
    (m) => appendTransactionMessageInstructions([transfer], m),
  )
  wires.push(getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(message)))
}
const { user, system } = process.cpuUsage(before)
const feeLamports = wires.length * LAMPORTS_PER_SIGNATURE
printFigures({
  'lamports/recipient': feeLamports / count,
  'recipients/lamport': count / feeLamports,
  'CPU µs/recipient': (user + system) / count,
})
