import type { Guard } from '#lab/mutation/mutant.ts'

const MINT = { file: 'solana/mint.ts', tests: ['src/solana/mint.test.ts'] }
const LAYOUT = {
  file: 'solana/token-account.ts',
  tests: ['src/solana/mint.test.ts', 'src/solana/recipients.test.ts'],
}
const EXTENSIONS = { file: 'solana/mint-extensions.ts', tests: ['src/solana/mint.test.ts'] }

/** Guards of reading mints and token accounts. */
export const MINT_GUARDS: readonly Guard[] = [
  {
    ...MINT,
    name: 'pays any Token-2022 mint',
    guard: '  assertSupported(extensions)\n',
    without: '',
  },
  {
    ...MINT,
    name: 'pays a mint that keeps a fee of each transfer',
    guard: "  'MintCloseAuthority',\n",
    without: "  'MintCloseAuthority',\n  'TransferFeeConfig',\n",
  },
  {
    ...MINT,
    name: 'pays a mint that calls a program of its own at each transfer',
    guard: "  'MintCloseAuthority',\n",
    without: "  'MintCloseAuthority',\n  'TransferHook',\n",
  },
  {
    ...MINT,
    name: 'pays a mint whose new accounts are frozen',
    guard: "  'MintCloseAuthority',\n",
    without: "  'MintCloseAuthority',\n  'DefaultAccountState',\n",
  },
  {
    ...MINT,
    name: "takes a mint's bytes under any program for a mint",
    guard: "if (!account || !isTokenProgram(account.owner)) throw new PortalError('mint_not_found')",
    without: "if (!account) throw new PortalError('mint_not_found')",
  },
  {
    ...LAYOUT,
    name: 'takes a token account for a mint',
    guard: 'return isMintData(data) ? ',
    without: 'return data.length >= getMintSize() ? ',
  },
  {
    ...LAYOUT,
    name: 'takes a multisig for a mint',
    guard: 'data.length !== getMultisigSize() && ',
    without: '',
  },
  {
    ...MINT,
    name: 'takes a mint that was never initialized',
    guard: "if (!mint?.isInitialized) throw new PortalError('mint_not_found')",
    without: '',
  },
  {
    ...LAYOUT,
    name: 'computes the rent of Token-2022 accounts as that of smaller ones',
    guard: 'tokenProgram === TOKEN_2022_PROGRAM_ADDRESS ? TOKEN_2022_ACCOUNT_BYTES : getTokenSize()',
    without: 'getTokenSize()',
  },
  {
    ...EXTENSIONS,
    name: 'passes over extensions that it does not know',
    guard: '    names.push(name)',
    without: '    if (EXTENSION_NAMES[type]) names.push(name)',
  },
  {
    ...EXTENSIONS,
    name: 'takes a mint whose extensions are cut short',
    guard: 'if (end === null) return [...names, `${name} (cut short)`]',
    without: 'if (end === null) return names',
  },
  {
    ...EXTENSIONS,
    name: 'reads the first extension alone',
    guard: '    offset = end\n',
    without: '    offset = data.length\n',
  },
  {
    ...LAYOUT,
    name: 'takes a Token-2022 mint for a token account',
    guard: 'return data.length !== getMultisigSize() && data[ACCOUNT_TYPE_OFFSET] === MINT_TYPE',
    without: 'return false',
  },
  {
    ...LAYOUT,
    name: 'takes Token-2022 accounts for wallets',
    guard: ' || program === TOKEN_2022_PROGRAM_ADDRESS',
    without: '',
  },
  {
    name: 'finds no token account frozen',
    file: 'solana/token-account.ts',
    guard: 'readTokenAccount(account)?.state === TokenAccountState.Frozen',
    without: 'readTokenAccount(account) === undefined',
    tests: ['src/solana/token-account.test.ts'],
  },
]
