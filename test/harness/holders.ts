import { type Address, getAddressDecoder, isOffCurveAddress } from '@solana/kit'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import type { AppContext } from '#app/app-context.ts'
import { formatDecimalUnits } from '#domain/amounts.ts'
import { type claimMessage, messageUnder, type SiweTerms } from '#domain/claim-message.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { importAllocations } from './import-allocations.ts'

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
  const bytes = [Buffer.from(`address,amountWei\n${rows.join('')}`)]
  await importAllocations(app, {
    fileName: 'holders.csv',
    bytes: (async function* () {
      yield* bytes
    })(),
  })
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
