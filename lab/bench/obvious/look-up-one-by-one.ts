import { monitorEventLoopDelay } from 'node:perf_hooks'
import { type Address, createSolanaRpc, generateKeyPairSigner } from '@solana/kit'
import { findAssociatedTokenPda, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { printFigures } from '../measure-script.ts'

/** Derives each recipient's token account, and asks for a hundred at a time whether they exist. */

const ACCOUNTS_PER_REQUEST = 100

const terms = JSON.parse(process.argv[2] ?? '')
const rpc = createSolanaRpc(terms.rpcUrl)
const mint = terms.mint as Address
const wallets = await Promise.all(
  Array.from({ length: terms.recipients as number }, async () => (await generateKeyPairSigner()).address),
)

const delays = monitorEventLoopDelay({ resolution: 1 })
delays.enable()
const startedMs = performance.now()
let missing = 0
for (let start = 0; start < wallets.length; start += ACCOUNTS_PER_REQUEST) {
  const accounts: Address[] = []
  for (const owner of wallets.slice(start, start + ACCOUNTS_PER_REQUEST)) {
    const [account] = await findAssociatedTokenPda({ owner, mint, tokenProgram: TOKEN_PROGRAM_ADDRESS })
    accounts.push(account)
  }
  const { value } = await rpc.getMultipleAccounts(accounts, { encoding: 'base64' }).send()
  missing += value.filter((account) => account === null).length
}
const seconds = (performance.now() - startedMs) / 1000
delays.disable()
printFigures({
  seconds,
  'recipients/s': wallets.length / seconds,
  'longest block ms': delays.max / 1e6,
  missing,
})
