import type { Address } from '@solana/kit'
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system'
import {
  getMintEncoder,
  getTokenEncoder,
  TOKEN_PROGRAM_ADDRESS,
  AccountState as TokenAccountState,
} from '@solana-program/token'
import type { AccountState } from '#solana/solana-rpc.ts'
import type { ModelLedger, ModelMint, ModelTokenAccount } from './model-ledger.ts'

/** Encodes the account at an address in a slot's bank, as the token program does. Only one mint and token accounts exist. */
export function accountState(
  ledger: ModelLedger,
  address: Address,
  slot: number,
  toldDecimals: () => number,
): AccountState | null {
  if (address === ledger.mint.address) return mintAccount(toldDecimals())
  if (ledger.payers.includes(address)) return ledger.lacksSol(address, slot) ? DRAINED : PAYER
  const account = ledger.accountAt(address, slot)
  return account ? tokenAccount(ledger.mint, account) : null
}

/** Cached encodings: the same accounts are read again and again, and the ledger replaces one that changes. */
const mintAccounts = new Map<number, AccountState>()
const tokenAccounts = new WeakMap<ModelTokenAccount, AccountState>()

function mintAccount(decimals: number): AccountState {
  const state = mintAccounts.get(decimals) ?? ownedByTokenProgram(encodeMint(decimals))
  mintAccounts.set(decimals, state)
  return state
}

function tokenAccount(mint: ModelMint, account: ModelTokenAccount): AccountState {
  const state =
    tokenAccounts.get(account) ?? ownedByTokenProgram(encodeTokenAccount({ mint: mint.address, ...account }))
  tokenAccounts.set(account, state)
  return state
}

/** Lamports are not counted: a wallet that pays has enough, or too little for any fee. */
const PAYER: AccountState = {
  owner: SYSTEM_PROGRAM_ADDRESS,
  lamports: 10n ** 12n,
  executable: false,
  data: new Uint8Array(),
}

/** Just above what an account without data has to keep. */
const DRAINED: AccountState = { ...PAYER, lamports: 892_000n }

function ownedByTokenProgram(data: ArrayLike<number>): AccountState {
  return { owner: TOKEN_PROGRAM_ADDRESS, lamports: 1n, executable: false, data: new Uint8Array(data) }
}

function encodeMint(decimals: number) {
  return getMintEncoder().encode({
    mintAuthority: null,
    supply: 10n ** 18n,
    decimals,
    isInitialized: true,
    freezeAuthority: null,
  })
}

/** The bytes of a token account as both token programs' accounts begin. */
export function encodeTokenAccount({
  mint,
  owner,
  amount,
  frozen,
  delegate = null,
  delegatedAmount = 0n,
}: Pick<ModelTokenAccount, 'owner' | 'amount' | 'frozen'> & Partial<ModelTokenAccount> & { mint: Address }) {
  return getTokenEncoder().encode({
    mint,
    owner,
    amount,
    delegate,
    state: frozen ? TokenAccountState.Frozen : TokenAccountState.Initialized,
    isNative: null,
    delegatedAmount,
    closeAuthority: null,
  })
}
