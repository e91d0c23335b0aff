import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { AccountResponse } from '#api-schema/claims.ts'
import type { PortalResponse } from '#api-schema/portal.ts'
import { useAllTexts, useLanguage } from '#web/claim/language/Language.tsx'
import { accountQuery } from '#web/claim/safe/account-query.ts'
import { thresholdText } from '#web/claim/safe/SafeFacts.tsx'
import { formatUtcMinute } from '#web/lib/format-time.ts'
import { isSameChain } from '#web/lib/wallet/wallet-requests.ts'
import { fill } from '#web/ui/fill.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { endOf, hasExpired, readPending } from './pending-claim.ts'

/** Returns the chains on which the account is a contract; none while that is not known. */
export function useContracts(address: string, portal: PortalResponse): AccountResponse['contracts'] {
  const account = useQuery({ ...accountQuery(address), enabled: portal.contractChains.length > 0 })
  return account.data?.contracts ?? []
}

/** True for a contract on other chains than the wallet's. */
export function isOnlyElsewhere(contracts: AccountResponse['contracts'], chainId: string | null): boolean {
  return contracts.length > 0 && !contracts.some((each) => isSameChain(each.chainId, chainId))
}

interface ContractWalletNoteProps {
  contracts: AccountResponse['contracts']
  address: string
  chainId: string | null
  portal: PortalResponse
  /** Something weightier is on the same screen. */
  quiet: boolean
}

/** Tells the co-owners of a contract wallet that their signatures may take days, or which network to switch to. */
export function ContractWalletNote({ contracts, ...props }: ContractWalletNoteProps) {
  const [first] = contracts
  if (!first) return null
  // The form around it stays while the texts are fetched.
  return (
    <Suspense>
      <NoteFor contracts={contracts} first={first} {...props} />
    </Suspense>
  )
}

interface NoteForProps extends ContractWalletNoteProps {
  first: AccountResponse['contracts'][number]
}

function NoteFor({ contracts, first, address, chainId, portal, quiet }: NoteForProps) {
  const { locale } = useLanguage()
  const { safe: words } = useAllTexts()
  const here = contracts.find((each) => isSameChain(each.chainId, chainId))
  if (!here) {
    const network = portal.networks.find((each) => isSameChain(each.chainId, first.chainId))
    return (
      <Notice tone="warn" quiet={quiet}>
        <p>{fill(words.elsewhere, { network: network?.chainName ?? first.chainId })}</p>
      </Notice>
    )
  }
  const pending = readPending(address)
  const isWaiting = pending !== null && !hasExpired(pending)
  return (
    <Notice title={pending && !isWaiting ? words.expired : words.wallet} quiet={quiet}>
      {here.safe && <p>{thresholdText(here.safe, words)}</p>}
      <p>{pending && !isWaiting ? words.expiredHelp : words.walletHelp}</p>
      {isWaiting && (
        <p className="font-semibold">
          {fill(words.waiting, { time: formatUtcMinute(Math.floor(endOf(pending) / 1000), locale) })}
        </p>
      )}
    </Notice>
  )
}
