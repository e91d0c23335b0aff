import type { Guard } from '#lab/mutation/mutant.ts'

const MINT = { file: 'solana/mint.ts', tests: ['src/solana/mint.test.ts'] }
const RECIPIENTS = { file: 'solana/recipients.ts', tests: ['src/solana/recipients.test.ts'] }
const MOVEMENTS = { file: 'solana/read-transaction.ts', tests: ['src/solana/token-movements.test.ts'] }
const PACKING = { file: 'solana/packing.ts', tests: ['src/solana/packing.test.ts'] }

/** Guards of mints, recipients, packing and fees. */
export const SOLANA_GUARDS: readonly Guard[] = [
  {
    ...MINT,
    name: 'pays any Token-2022 mint',
    guard: '  assertSupported(extensions)\n',
    without: '',
  },
  {
    ...MINT,
    name: "takes a mint's bytes under any program for a mint",
    guard: "if (!account || !isTokenProgram(account.owner)) throw new PortalError('mint_not_found')",
    without: "if (!account) throw new PortalError('mint_not_found')",
  },
  {
    name: 'passes over extensions that it does not know',
    file: 'solana/mint-extensions.ts',
    guard: '    names.push(name)',
    without: '    if (EXTENSION_NAMES[type]) names.push(name)',
    tests: ['src/solana/mint.test.ts'],
  },
  {
    name: 'takes Token-2022 accounts for wallets',
    file: 'solana/token-account.ts',
    guard: ' || program === TOKEN_2022_PROGRAM_ADDRESS',
    without: '',
    tests: ['src/solana/mint.test.ts', 'src/solana/recipients.test.ts'],
  },
  {
    name: "offers more than the operator's cap",
    file: 'solana/fees.ts',
    guard: 'return raised > BigInt(cap) ? BigInt(cap) : raised',
    without: 'return raised',
    tests: ['src/solana/fees.test.ts'],
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
    name: 'pays addresses that are no wallets',
    guard: 'if (refused) return { payable: false, wallet, reason: refused }',
    without: '',
  },
  {
    name: 'keeps a key whose halves do not belong together',
    file: 'solana/sending-key.ts',
    guard: 'await openSendingWallet(bytes)\n',
    without: '',
    tests: ['src/solana/sending-key.test.ts'],
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
    name: 'asks for any cluster by the name of mainnet',
    file: 'solana/clusters.ts',
    guard: "[genesisHash] ?? 'other'",
    without: "[genesisHash] ?? 'mainnet'",
    tests: ['test/sender/sender-change.test.ts'],
  },
]
