import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { makeSolanaKey } from '#lab/environment/solana-key.ts'
import { BASE_FEE_LAMPORTS } from '#solana/fees.ts'
import { TRANSACTION_FORMATS } from '#solana/transaction-format.ts'
import { printFigures } from '../measure-script.ts'
import { sampleMint, sampleTransfers, signPacked } from './packed-payments.ts'

/** Packs and signs transfers to token accounts that exist, and reports the base fees and the CPU time. */
const [, , count = '', wantedFormat] = process.argv
const format = TRANSACTION_FORMATS.find((each) => each === wantedFormat) ?? 'v0'
const mint = sampleMint(freshSolanaAddress())
const { signer: sender } = await makeSolanaKey()
const transfers = sampleTransfers(mint, Number(count), 'existing')

const before = process.cpuUsage()
const signed = await signPacked(transfers, { sender, mint, format })
const { user, system } = process.cpuUsage(before)
const feeLamports = Number(BASE_FEE_LAMPORTS) * signed.length
printFigures({
  'lamports/recipient': feeLamports / transfers.length,
  'recipients/lamport': transfers.length / feeLamports,
  'CPU µs/recipient': (user + system) / transfers.length,
})
