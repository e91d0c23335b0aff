import { printFigures } from '#lab/bench/measure-script.ts'
import { makeSolanaKey } from '#lab/environment/solana-key.ts'
import { BASE_FEE_LAMPORTS } from '#solana/fees.ts'
import { associatedTokenAccount } from '#solana/recipients.ts'
import { TRANSACTION_FORMATS } from '#solana/transaction-format.ts'
import { freshWallets } from './fresh-wallets.ts'
import { signPacked, transfersTo } from './packed-payments.ts'
import { sampleMint } from './sample-mint.ts'

/** Packs and signs transfers to token accounts that exist, and reports the base fees and the CPU time. */

const [, , count = '', wantedFormat] = process.argv
const format = TRANSACTION_FORMATS.find((each) => each === wantedFormat) ?? 'v0'
const [address, ...wallets] = freshWallets(Number(count) + 1)
if (!address) throw new Error('No wallet')
const mint = sampleMint(address)
const { signer: sender } = await makeSolanaKey()
const sourceTokenAccount = associatedTokenAccount(mint, sender.address)
const transfers = transfersTo(mint, wallets, 'existing')

const before = process.cpuUsage()
const signed = await signPacked(transfers, { sender, mint, sourceTokenAccount, format })
const { user, system } = process.cpuUsage(before)
const feeLamports = Number(BASE_FEE_LAMPORTS) * signed.length
printFigures({
  'lamports/recipient': feeLamports / wallets.length,
  'recipients/lamport': wallets.length / feeLamports,
  'CPU µs/recipient': (user + system) / wallets.length,
})
