import { webcrypto } from 'node:crypto'
import { type Address, getAddressDecoder, getAddressFromPublicKey, isOffCurveAddress } from '@solana/kit'
import { TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { seededRandom } from '#lab/random/seeded-random.ts'
import type { Mint } from '#solana/mint.ts'
import { associatedTokenAccount } from '#solana/recipients.ts'

/** Two for each claim of a seed, and one more. */
const RECIPIENTS = 25

/** From here on, in the order of the claims, the recipients are other wallets of the claimants. */
export const OTHER_WALLETS_FROM = 12

const MINT_DECIMALS = 9

/** A wallet and its token account. */
export interface TokenHolder {
  wallet: Address
  tokenAccount: Address
}

/** Keys and accounts that all seeds share: they are expensive to make and no fault concerns them. */
export interface Fixtures {
  mint: Mint
  walletAddress: Address
  walletKey: Uint8Array
  keyPair: webcrypto.CryptoKeyPair
  /** The account that is paid from, and its owner: the wallet itself, or the treasury. */
  sourceOwner: Address
  sourceTokenAccount: Address
  treasury: TokenHolder
  /** Holds tokens too, and is unrelated to the sender. */
  stranger: TokenHolder
  recipients: TokenHolder[]
}

export async function prepareFixtures(): Promise<Fixtures> {
  const random = seededRandom(1)
  const keyPair = (await webcrypto.subtle.generateKey('Ed25519', true, [
    'sign',
    'verify',
  ])) as webcrypto.CryptoKeyPair
  const publicKey = new Uint8Array(await webcrypto.subtle.exportKey('raw', keyPair.publicKey))
  const mint: Mint = {
    address: someAddress(random),
    decimals: MINT_DECIMALS,
    tokenProgram: TOKEN_PROGRAM_ADDRESS,
    tokenAccountBytes: 165,
    extensions: [],
  }
  const walletAddress = await getAddressFromPublicKey(keyPair.publicKey as never)
  const holder = (wallet: Address): TokenHolder => ({
    wallet,
    tokenAccount: associatedTokenAccount(mint, wallet),
  })
  const wallets = Array.from({ length: RECIPIENTS }, () => someAddress(random))
  return {
    mint,
    walletAddress,
    walletKey: new Uint8Array([...new Uint8Array(32), ...publicKey]),
    keyPair,
    sourceOwner: walletAddress,
    sourceTokenAccount: associatedTokenAccount(mint, walletAddress),
    stranger: holder(someAddress(random)),
    recipients: wallets.map(holder),
    treasury: holder(someAddress(random)),
  }
}

/** How often several claims of a seed name one wallet. */
const SHARED = 0.3

/** Returns the fixtures of a seed in which some claimants name the same wallet, if it is one. By a generator of its own. */
export function withSharedWallets(seed: number, fixtures: Fixtures): Fixtures {
  const random = seededRandom(seed + 0x73686172)
  if (!random.chance(SHARED)) return fixtures
  const named = fixtures.recipients.slice(0, random.between(1, OTHER_WALLETS_FROM - 1))
  const recipients = fixtures.recipients.map((own, index) =>
    index < OTHER_WALLETS_FROM ? random.pick(named) : own,
  )
  return { ...fixtures, recipients }
}

function someAddress(random: ReturnType<typeof seededRandom>): Address {
  for (;;) {
    const bytes = Uint8Array.from({ length: 32 }, () => random.between(0, 255))
    const address = getAddressDecoder().decode(bytes)
    if (!isOffCurveAddress(address)) return address
  }
}
