import { address, generateKeyPairSigner } from '@solana/kit'
import { explainFailure } from '#bin/command.ts'
import { onStop } from '#bin/on-stop.ts'
import { readOptions } from '#bin/read-options.ts'
import { parseDecimalUnits } from '#domain/amounts.ts'
import { makeSolanaKey } from '#lab/environment/solana-key.ts'
import { createDemoMint } from '#lab/localnet/create-demo-mint.ts'
import { FAULT_PROFILES, planOf } from '#lab/localnet/faults/fault-profiles.ts'
import { fundWallet } from '#lab/localnet/send-instructions.ts'
import { startLocalnet } from '#lab/localnet/start-localnet.ts'

const FUNDED_LAMPORTS = 100_000_000_000n

/** Of the wallet that is made here, in whole tokens. */
const PRACTICE_SUPPLY = '1000000000'

const values = readOptions(
  { name: 'npm run localnet', does: 'Serves a Solana localnet until Ctrl-C. Nothing of it stays.' },
  {
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '8899' },
    'slot-ms': { type: 'string', default: '400' },
    'finalized-after-slots': { type: 'string', default: '12' },
    v1: { type: 'boolean', help: 'Takes v1 transactions, which is the default', default: true },
    v0: { type: 'boolean', help: 'Takes v0 transactions alone', default: false },
    'mint-decimals': { type: 'string', default: '9' },
    'mint-supply': { type: 'string', help: 'In whole tokens' },
    fund: {
      type: 'string',
      help: 'Wallets that get 100 SOL each and, with --mint-supply, a mint of their own with that supply',
      multiple: true,
      default: [],
    },
    'with-wallet': {
      type: 'boolean',
      help: 'Makes such a wallet with a billion tokens, and prints its key: to practise with',
      default: false,
    },
    faults: {
      type: 'string',
      help: 'Its faults once these wallets are funded',
      default: 'none',
      choices: Object.keys(FAULT_PROFILES),
    },
    seed: { type: 'string', help: 'The same seed gives the same faults', default: '1' },
    'faults-until-slot': { type: 'string', help: 'From this slot on there are no more faults' },
  },
)

const untilSlot = values['faults-until-slot']
const faults = planOf({
  profile: values.faults,
  seed: Number(values.seed),
  ...(untilSlot === undefined ? {} : { untilSlot: Number(untilSlot) }),
})

const localnet = await startLocalnet({
  host: values.host,
  port: Number(values.port),
  slotMs: Number(values['slot-ms']),
  finalizedAfterSlots: Number(values['finalized-after-slots']),
  v1Transactions: values.v1 && !values.v0,
}).catch((error) => explainFailure('The localnet did not start.', error))
onStop(() => localnet.close())
console.log(`localnet ${localnet.url}`)
console.log(`genesis ${localnet.genesisHash}`)

const rpcUrl = localnet.url
const made = values['with-wallet'] ? await makeSolanaKey() : null
if (made) console.log(`key ${made.keyJson}`)
const wallets = [...values.fund.map((text) => address(text)), ...(made ? [made.signer.address] : [])]
for (const to of wallets) {
  await fundWallet({ rpcUrl, to, amountLamports: FUNDED_LAMPORTS })
  console.log(`funded ${to}`)
  const supply = values['mint-supply'] ?? (to === made?.signer.address ? PRACTICE_SUPPLY : undefined)
  if (supply === undefined) continue
  const decimals = Number(values['mint-decimals'])
  const supplyBaseUnits = parseDecimalUnits(supply, decimals)
  const payer = await generateKeyPairSigner()
  await fundWallet({ rpcUrl, to: payer.address, amountLamports: FUNDED_LAMPORTS })
  const { mint } = await createDemoMint({ rpcUrl, payer, decimals, supplyBaseUnits, to })
  console.log(`mint ${mint} held by ${to}`)
}

localnet.faults.use(faults)
console.log(`faults ${values.faults} seed ${values.seed}`)
