import { createHash } from 'node:crypto'
import { type Address, getAddressDecoder } from '@solana/kit'
import { ASSOCIATED_TOKEN_PROGRAM_ADDRESS, AccountState as TokenAccountState } from '@solana-program/token'
import { addressBytes, isOffCurve, isOnCurve } from '#domain/solana-address.ts'
import type { Mint } from './mint.ts'
import type { AccountState, SolanaRpc } from './solana-rpc.ts'
import { DISTINCTIVE_TOKEN_BYTES, isMintData, isTokenProgram, readTokenAccount } from './token-account.ts'

/**
 * The state of a recipient's token account: it exists, is missing, or is missing at an address that somebody sent lamports
 * to beforehand (creating it then takes three calls inside the runtime instead of one).
 */
export type TokenAccountNeed = 'existing' | 'missing' | 'prefunded'

export type Recipient =
  | { payable: true; wallet: Address; tokenAccount: Address; need: TokenAccountNeed }
  | { payable: false; wallet: Address; reason: string }

const REFUSED_DESTINATIONS: Partial<Record<DestinationKind, string>> = {
  token_mint: 'The address is a token mint, not a wallet',
  token_account: 'The address is a token account, not a wallet',
  program: 'The address is a program, not a wallet',
  nobody: 'No key can sign for the address and no account exists there',
}

const NO_ADDRESS = 'The address is not a Solana address'
const NO_TOKEN_ACCOUNT = "What stands at the wallet's token account is no token account"
const GIVEN_AWAY = 'The wallet gave its token account away to another owner'
/** The refusal of a wallet whose token account is frozen. */
export const FROZEN = "The wallet's token account is frozen"

/** The refusal of a payment to the owner of the token account that is paid from. */
export const PAYS_ITSELF = 'The address is the wallet that pays: it would pay itself'

/** Every reason why a recipient can not be paid. */
export const RECIPIENT_REFUSALS: readonly string[] = [
  ...Object.values(REFUSED_DESTINATIONS),
  NO_ADDRESS,
  NO_TOKEN_ACCOUNT,
  GIVEN_AWAY,
  FROZEN,
  PAYS_ITSELF,
]

/**
 * Looks recipients up in bulk before anything is signed for them: one answer for each wallet, in its place. A node whose bank is older than
 * `minContextSlot` may lack accounts that were created since: throws RpcUnavailableError.
 */
export async function inspectRecipients(
  rpc: SolanaRpc,
  mint: Mint,
  wallets: readonly Address[],
  minContextSlot = 0,
): Promise<Recipient[]> {
  // Somebody may have written anything into the database: one such text keeps nobody else from being paid.
  const isDecodable = wallets.map((wallet) => addressBytes(wallet) !== null)
  const decodable = wallets.filter((_, index) => isDecodable[index])
  const inspected = (await inspectAddresses(rpc, mint, decodable, minContextSlot)).values()
  return wallets.map((wallet, index) => {
    if (!isDecodable[index]) return { payable: false, wallet, reason: NO_ADDRESS }
    return inspected.next().value as Recipient
  })
}

async function inspectAddresses(
  rpc: SolanaRpc,
  mint: Mint,
  wallets: readonly Address[],
  minContextSlot: number,
): Promise<Recipient[]> {
  const tokenAccounts = wallets.map((wallet) => associatedTokenAccount(mint, wallet))
  const states = await rpc.accounts([...wallets, ...tokenAccounts], { minContextSlot })
  return wallets.map((wallet, index) => {
    const tokenAccount = tokenAccounts[index] as Address
    const refused = REFUSED_DESTINATIONS[classifyDestination(wallet, states[index] ?? null)]
    if (refused) return { payable: false, wallet, reason: refused }
    return classifyTokenAccount(mint, wallet, tokenAccount, states[wallets.length + index] ?? null)
  })
}

/** An estimate, a start and the run itself derive the same ones. */
const KEPT_TOKEN_ACCOUNTS = 100_000

const knownTokenAccounts = new Map<string, Address>()

/** Derives the associated token account of a wallet and a mint. */
export function associatedTokenAccount(
  { address, tokenProgram }: Pick<Mint, 'address' | 'tokenProgram'>,
  wallet: Address,
): Address {
  const key = `${tokenProgram} ${address} ${wallet}`
  const kept = knownTokenAccounts.get(key)
  if (kept) return kept
  const derived = deriveTokenAccount(wallet, address, tokenProgram)
  knownTokenAccounts.set(key, derived)
  if (knownTokenAccounts.size > KEPT_TOKEN_ACCOUNTS) {
    knownTokenAccounts.delete(knownTokenAccounts.keys().next().value ?? '')
  }
  return derived
}

function classifyTokenAccount(
  mint: Mint,
  wallet: Address,
  tokenAccount: Address,
  state: AccountState | null,
): Recipient {
  if (state === null) return { payable: true, wallet, tokenAccount, need: 'missing' }
  if (state.owner !== mint.tokenProgram) return { payable: true, wallet, tokenAccount, need: 'prefunded' }
  const account = readTokenAccount(state)
  if (account === null) {
    return { payable: false, wallet, reason: NO_TOKEN_ACCOUNT }
  }
  if (account.owner !== wallet) {
    return { payable: false, wallet, reason: GIVEN_AWAY }
  }
  if (account.state === TokenAccountState.Frozen) {
    return { payable: false, wallet, reason: FROZEN }
  }
  return { payable: true, wallet, tokenAccount, need: 'existing' }
}

/** Ends the bytes that every derived address is the hash of. */
const MARKER = Buffer.from('ProgramDerivedAddress')

const decoder = getAddressDecoder()

/**
 * Derives a wallet's associated token account: the hash of owner, token program, mint and the highest bump for which it is off the
 * curve. The same as kit's `findAssociatedTokenPda`, which takes ten times as long.
 */
export function deriveTokenAccount(owner: Address, mint: Address, tokenProgram: Address): Address {
  const [seeds, program] = [bytesOf(owner, tokenProgram, mint), bytesOf(ASSOCIATED_TOKEN_PROGRAM_ADDRESS)]
  for (let bump = 255; bump > 0; bump -= 1) {
    const hash = createHash('sha256').update(seeds).update(Uint8Array.of(bump)).update(program)
    const derived = hash.update(MARKER).digest()
    if (!isOnCurve(derived)) return decoder.decode(derived)
  }
  throw new Error('No bump gives an address off the curve')
}

function bytesOf(...addresses: Address[]): Uint8Array {
  return Buffer.concat(
    addresses.map((address) => {
      const bytes = addressBytes(address)
      if (bytes === null) throw new Error(`${address} is no address`)
      return bytes
    }),
  )
}

/**
 * The kind of an address as a destination. `sender` pays itself; `wallet` has a key and an account; `unused` has a key, and no account yet;
 * `vault` has no key but an account owned by a program, as multisig vaults do; `nobody` has neither.
 */
export type DestinationKind =
  | 'sender'
  | 'wallet'
  | 'unused'
  | 'vault'
  | 'token_mint'
  | 'token_account'
  | 'program'
  | 'nobody'

/** The bytes of an account's data, from its beginning, by which its kind is told. */
export const DESTINATION_DATA_BYTES = DISTINCTIVE_TOKEN_BYTES

/** Classifies a destination by its address and the account found there. */
export function classifyDestination(address: Address, account: AccountState | null): DestinationKind {
  if (account === null) return isOffCurve(address) ? 'nobody' : 'unused'
  if (account.executable) return 'program'
  if (isTokenProgram(account.owner)) return isMintData(account.data) ? 'token_mint' : 'token_account'
  return isOffCurve(address) ? 'vault' : 'wallet'
}
