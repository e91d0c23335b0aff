import { address, generateKeyPairSigner } from '@solana/kit'
import { onStop } from '#bin/on-stop.ts'
import { readOptions } from '#bin/read-options.ts'
import { parseDecimalUnits } from '#domain/amounts.ts'
import { createDemoMint } from '#lab/localnet/create-demo-mint.ts'
import { FAULT_PROFILES, planOf } from '#lab/localnet/faults/fault-profiles.ts'
import { fundWallet } from '#lab/localnet/fund-wallet.ts'
import { startLocalnet } from '#lab/localnet/start-localnet.ts'

const FUNDED_LAMPORTS = 100_000_000_000n

const values = readOptions({
  host: { type: 'string', default: '127.0.0.1' },
  port: { type: 'string', default: '8899' },
  'slot-ms': { type: 'string', default: '400' },
  'finalized-after-slots': { type: 'string', default: '12' },
  /** Takes v1 transactions, which is the default. */
  v1: { type: 'boolean', default: true },
  /** Takes v0 transactions alone. */
  v0: { type: 'boolean', default: false },
  'mint-decimals': { type: 'string', default: '9' },
  /** In whole tokens. */
  'mint-supply': { type: 'string' },
  /** Wallets that get 100 SOL each and, with --mint-supply, a mint of their own with that supply. */
  fund: { type: 'string', multiple: true, default: [] },
  /** Its faults once these wallets are funded: none, flaky, lossy, lagging, unfaithful, forky, pruned or chaos. */
  faults: { type: 'string', default: 'none', choices: Object.keys(FAULT_PROFILES) },
  /** The same seed gives the same faults. */
  seed: { type: 'string', default: '1' },
  /** From this slot on there are no more faults. */
  'faults-until-slot': { type: 'string' },
})

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
})
onStop(() => localnet.close())
console.log(`localnet ${localnet.url}`)
console.log(`genesis ${localnet.genesisHash}`)

const rpcUrl = localnet.url
for (const to of values.fund.map((text) => address(text))) {
  await fundWallet({ rpcUrl, to, amountLamports: FUNDED_LAMPORTS })
  console.log(`funded ${to}`)
  if (values['mint-supply'] === undefined) continue
  const decimals = Number(values['mint-decimals'])
  const supplyBaseUnits = parseDecimalUnits(values['mint-supply'], decimals)
  const payer = await generateKeyPairSigner()
  await fundWallet({ rpcUrl, to: payer.address, amountLamports: FUNDED_LAMPORTS })
  const { mint } = await createDemoMint({ rpcUrl, payer, decimals, supplyBaseUnits, to })
  console.log(`mint ${mint} held by ${to}`)
}

localnet.faults.use(faults)
console.log(`faults ${values.faults} seed ${values.seed}`)
