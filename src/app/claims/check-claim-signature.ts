import type { SubmitClaimBody } from '#api-schema/claims.ts'
import type { AppContext } from '#app/app-context.ts'
import { type AmountUA, formatDecimalUnits } from '#domain/amounts.ts'
import { messageUnder, type SignedBy, type SiweTerms, siweTermsOf } from '#domain/claim-message.ts'
import type { EvmAddress } from '#domain/evm-address.ts'
import { readChainId } from '#domain/networks.ts'
import { PortalError } from '#domain/portal-error.ts'
import type { AccountResult } from '#evm/account-check.ts'

/** The server's own data of a claim, besides what was sent. */
interface ClaimFacts {
  address: EvmAddress
  chainId: number
  amountUA: AmountUA
  nonce: string
  /** Of the holder list that the amount is from. */
  fileHash: string | null
  /** What the message has to name besides; null where it is the five lines. */
  siweTerms: SiweTerms | null
  /** Who submits it, as far as clients can be told apart. */
  client: string | null
}

/**
 * Checks a claim's signature and returns the kind of signer. Throws why it is not valid, or can not be
 * checked just now.
 */
export async function checkClaimSignature(
  app: AppContext,
  claim: SubmitClaimBody,
  facts: ClaimFacts,
): Promise<SignedBy> {
  const { accounts, settings } = app
  const { eth, sol, signature } = claim
  const { address, chainId, amountUA, nonce, siweTerms, client } = facts
  const message = messageUnder(siweTerms, { eth, sol, amountUA, nonce, chainId })
  const result = await accounts.check({ address, message, signature, chainId }, client)
  if ('signedBy' in result) return result.signedBy
  const otherwise =
    result.problem === 'bad_signature' ? await describeSignatureMismatch(app, claim, facts) : null
  throw otherwise ?? errorOf(result, facts, (id) => chainName(settings, id))
}

function errorOf(
  result: Exclude<AccountResult, { signedBy: SignedBy }>,
  { chainId: claimChainId, siweTerms }: ClaimFacts,
  nameOf: (chainId: number) => string,
): PortalError {
  switch (result.problem) {
    case 'bad_signature':
      return new PortalError(result.problem, siweTerms ? { publicUrl: siweTerms.publicUrl } : {})
    case 'high_s_signature':
    case 'wallet_checks_busy':
      return new PortalError(result.problem)
    case 'contract_wallet':
    case 'no_contract_on_chain':
      return new PortalError(result.problem, { chainName: nameOf(claimChainId) })
    case 'contract_on_other_chain':
    case 'contract_checked_elsewhere':
      return new PortalError(result.problem, {
        chainName: nameOf(claimChainId),
        otherChainName: nameOf(result.chainId),
      })
    case 'evm_rpc_unreachable':
    case 'evm_rpc_wrong_chain':
      return new PortalError(result.problem, { chainName: nameOf(result.chainId) })
  }
}

function chainName({ networks }: AppContext['settings'], chainId: number): string {
  const network = networks.find((each) => readChainId(each.chainId) === chainId)
  return network?.chainName ?? `chain ${chainId}`
}

/**
 * Says which other message of this portal a key signed in place of the required one: that of the other kind, or one of any
 * earlier holder list. Null where it is neither. No chain is asked, so contract wallets' signatures are
 * never recognized.
 */
async function describeSignatureMismatch(
  { signers, settings, store }: AppContext,
  { eth, sol, signature }: SubmitClaimBody,
  { address, chainId, amountUA, nonce, fileHash, siweTerms }: ClaimFacts,
): Promise<PortalError | null> {
  async function isOver(terms: SiweTerms | null, amount: string = amountUA): Promise<boolean> {
    const message = messageUnder(terms, { eth, sol, amountUA: amount, nonce, chainId })
    const result = await signers.recover(message, signature)
    return 'signer' in result && result.signer === address
  }

  if (siweTerms !== null) {
    if (await isOver(null)) return new PortalError('wrong_message', { publicUrl: siweTerms.publicUrl })
  } else if (settings.publicUrl !== null) {
    const isSiwe = await isOver(siweTermsOf({ ...settings, claimMessage: 'siwe' }, fileHash))
    if (isSiwe) return new PortalError('wrong_message', {})
  }
  const tried = new Set<string>()
  for (const earlier of await store.snapshots.earlierAllocations(address)) {
    const was = formatDecimalUnits(earlier.amountWei, settings.coinDecimals)
    const terms = siweTerms && { ...siweTerms, fileHash: earlier.fileHash ?? '' }
    const message = `${was} ${terms?.fileHash}`
    if (tried.has(message)) continue
    tried.add(message)
    if (await isOver(terms, was)) return new PortalError('list_replaced', { was, is: amountUA })
  }
  return null
}
