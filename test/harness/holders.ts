import { type Address, getAddressDecoder, isOffCurveAddress } from '@solana/kit'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import type { AppContext } from '#app/app-context.ts'
import { formatDecimalUnits } from '#domain/amounts.ts'
import { type claimMessage, messageUnder, type SiweTerms, siweTermsOf } from '#domain/claim-message.ts'
import type { EvmAddress } from '#domain/evm-address.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { loadList } from './open-upload.ts'

/** The default chain that claims are sent from. */
const CHAIN_ID = 56

const COIN_DECIMALS = 18

/** Someone with a wallet, of a key or of a contract, and, once loaded, an allocation. */
export interface Holder {
  account: Pick<PrivateKeyAccount, 'address' | 'signMessage'> &
    Partial<Pick<PrivateKeyAccount, 'signTypedData'>>
  amountWei: bigint
}

export interface ClaimPayload {
  eth: string
  sol: string
  nonce: number | string
  signature: string
  chainId: number | string
}

export function makeHolder(amountWei = 1_500_000_000_000_000_000n): Holder {
  return { account: privateKeyToAccount(generatePrivateKey()), amountWei }
}

/** Makes these holders the whole holder list. */
export async function loadHolders(app: AppContext, holders: readonly Holder[]): Promise<void> {
  const rows = holders.map(({ account, amountWei }) => `${account.address},${amountWei}\n`)
  await loadList(app, `address,amountWei\n${rows.join('')}`)
}

/** Finds the claim on record of a holder's address. */
export function findClaim(
  { store }: Pick<AppContext, 'store'>,
  { account }: { account: { address: string } },
) {
  return store.claims.findByAddress(account.address.toLowerCase() as EvmAddress)
}

/**
 * Signs a claim as the page sends it. `signed` overrides what the wallet signs, not what is sent. `siweTerms` are those of
 * the portal; null where it takes the five lines.
 */
export async function signClaim(
  { account, amountWei }: Holder,
  sent: Partial<Omit<ClaimPayload, 'signature'>> = {},
  signed: Partial<Parameters<typeof claimMessage>[0]> = {},
  siweTerms: SiweTerms | null = null,
): Promise<ClaimPayload> {
  const payload = {
    eth: account.address,
    sol: freshSolanaAddress(),
    nonce: Date.now(),
    chainId: CHAIN_ID,
    ...sent,
  }
  const message = messageUnder(siweTerms, {
    eth: payload.eth,
    sol: payload.sol,
    amountUA: formatDecimalUnits(amountWei, COIN_DECIMALS),
    nonce: String(payload.nonce),
    chainId: Number(payload.chainId),
    ...signed,
  })
  return { ...payload, signature: await account.signMessage({ message }) }
}

/** Makes an off-curve address, such as that of a program's vault. */
export function makeVaultAddress(): Address {
  for (;;) {
    const address = getAddressDecoder().decode(crypto.getRandomValues(new Uint8Array(32)))
    if (isOffCurveAddress(address)) return address
  }
}

/** The settings of a portal whose claims are signed as EIP-4361 has it. */
export const SIWE_SETTINGS = {
  claimMessage: 'siwe',
  publicUrl: 'https://claim.example.org',
  tokenSymbol: 'FRY',
} as const

/** Returns what a message has to name to be accepted by a portal now. */
export async function siweTermsInForce({ settings, store }: AppContext): Promise<SiweTerms> {
  const terms = siweTermsOf(settings, (await store.snapshots.current())?.fileHash ?? null)
  if (terms === null) throw new Error('This portal takes the five lines')
  return terms
}

const GROUP_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

export function withSignature(claim: ClaimPayload, change: (signature: string) => string): ClaimPayload {
  return { ...claim, signature: change(claim.signature) }
}

export function withV(claim: ClaimPayload, change: (v: number) => number): ClaimPayload {
  const v = change(Number.parseInt(claim.signature.slice(130), 16))
  return withSignature(claim, (signature) => signature.slice(0, 130) + v.toString(16).padStart(2, '0'))
}

/** Returns the claim with the other signature that recovers to the same key. */
export function withHighS(claim: ClaimPayload): ClaimPayload {
  const s = BigInt(`0x${claim.signature.slice(66, 130)}`)
  const high = (GROUP_ORDER - s).toString(16).padStart(64, '0')
  const other = withSignature(claim, (signature) => signature.slice(0, 66) + high + signature.slice(130))
  return withV(other, (v) => (v === 27 ? 28 : 27))
}
