import type { Guard } from '#lab/mutation/mutant.ts'

const FEES = { file: 'solana/fees.ts', tests: ['src/solana/fees.test.ts'] }
const RECIPIENTS = { file: 'solana/recipients.ts', tests: ['src/solana/recipients.test.ts'] }
const DESTINATION = { file: 'solana/destination.ts', tests: ['src/solana/recipients.test.ts'] }
const KEY = { file: 'solana/sending-key.ts', tests: ['src/solana/sending-key.test.ts'] }
const MOVEMENTS = { file: 'solana/read-transaction.ts', tests: ['src/solana/token-movements.test.ts'] }
const PACKING = { file: 'solana/packing.ts', tests: ['src/solana/packing.test.ts'] }
const TRANSACTION = {
  file: 'solana/payout-transaction.ts',
  tests: ['src/solana/payout-transaction.test.ts', 'src/solana/packing.test.ts'],
}

/** Guards of Solana transactions: recipients, packing and fees. */
export const SOLANA_GUARDS: readonly Guard[] = [
  {
    ...FEES,
    name: "offers more than the operator's cap",
    guard: 'return raised > BigInt(cap) ? BigInt(cap) : raised',
    without: 'return raised',
  },
  {
    ...FEES,
    name: 'offers no more after transactions expired',
    guard: ' << BigInt(Math.min(timesExpired, 30))',
    without: '',
  },
  {
    ...FEES,
    name: 'doubles what it offers without bound',
    guard: 'Math.min(timesExpired, 30)',
    without: 'timesExpired',
  },
  {
    ...FEES,
    name: 'offers less than the floor',
    guard: '(upperQuartile > PRICE_FLOOR ? upperQuartile : PRICE_FLOOR)',
    without: 'upperQuartile',
  },
  {
    ...RECIPIENTS,
    name: 'pays a token account that was given away',
    guard: 'if (account.owner !== wallet) {',
    without: "if (account.owner === '') {",
  },
  {
    ...RECIPIENTS,
    name: 'pays a frozen token account',
    guard: 'if (account.state === TokenAccountState.Frozen) {',
    without: 'if (account.state === null) {',
  },
  {
    ...RECIPIENTS,
    name: 'takes lamports at an address for a token account',
    guard:
      "if (state.owner !== mint.tokenProgram) return { payable: true, wallet, tokenAccount, need: 'prefunded' }",
    without:
      "if (state.owner !== mint.tokenProgram) return { payable: true, wallet, tokenAccount, need: 'existing' }",
  },
  {
    ...RECIPIENTS,
    name: 'pays addresses that are no wallets',
    guard: 'if (refused) return { payable: false, wallet, reason: refused }',
    without: '',
  },
  {
    ...DESTINATION,
    name: 'takes an address without key and account for a wallet',
    guard: "if (account === null) return isOffCurve(address) ? 'nobody' : 'unused'",
    without: "if (account === null) return 'unused'",
  },
  {
    ...DESTINATION,
    name: 'takes a program for a wallet',
    guard: "if (account.executable) return 'program'",
    without: '',
  },
  {
    ...KEY,
    name: 'takes a key of any length',
    guard: "if (bytes?.length !== 64) throw new PortalError('invalid_private_key')",
    without: 'if (!bytes) return new Uint8Array()',
  },
  {
    ...KEY,
    name: 'keeps a key whose halves do not belong together',
    guard: 'await openSendingWallet(bytes)\n',
    without: '',
  },
  {
    ...KEY,
    name: 'finds a key of equal bytes unguessable',
    guard: 'seed.every((byte) => byte === first) || ',
    without: '',
  },
  {
    ...KEY,
    name: 'finds a key that counts up unguessable',
    guard: ' || seed.every((byte, index) => byte === first + index)',
    without: '',
  },
  {
    ...MOVEMENTS,
    name: "counts another token's movements",
    guard: 'if (of !== mint || owner === undefined',
    without: 'if (owner === undefined',
  },
  {
    ...MOVEMENTS,
    name: 'forgets what was there before a transaction',
    guard: '  add(before, -1n)\n',
    without: '',
  },
  {
    ...PACKING,
    name: 'packs past the instruction trace',
    guard: ' && trace <= MAX_INSTRUCTION_TRACE',
    without: '',
  },
  {
    ...PACKING,
    name: 'packs past the bytes of a transaction',
    guard: 'bytes <= MAX_TRANSACTION_BYTES[format] && ',
    without: '',
  },
  {
    ...PACKING,
    name: 'packs past the accounts of a transaction',
    guard: ' && accounts <= MAX_ACCOUNTS',
    without: '',
  },
  {
    ...PACKING,
    name: 'packs a transfer that is to go alone with others',
    guard: 'if (together.length > limit) return false',
    without: '',
  },
  {
    ...TRANSACTION,
    name: 'signs what is larger than the network takes',
    guard: '  assertSize(payout, signed.wireBytes)\n',
    without: '',
  },
  {
    ...TRANSACTION,
    name: 'creates an account twice',
    guard: "if (created.has(transfer.tokenAccount)) return { ...transfer, need: 'existing' }",
    without: '',
  },
  {
    ...TRANSACTION,
    name: 'fails one transfer for an instruction that serves them all',
    guard: 'if (instruction >= leading && instruction < next)',
    without: 'if (instruction < next)',
  },
  {
    name: 'asks for any cluster by the name of mainnet',
    file: 'solana/clusters.ts',
    guard: "[genesisHash] ?? 'other'",
    without: "[genesisHash] ?? 'mainnet'",
    tests: ['test/api/sender-config.test.ts'],
  },
]
