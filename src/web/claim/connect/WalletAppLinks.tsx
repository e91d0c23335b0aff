import { useTexts } from '#web/claim/language/Language.tsx'
import { fill } from '#web/ui/fill.ts'
import bitget from './app-icons/bitget.svg'
import coinbase from './app-icons/coinbase.svg'
import metamask from './app-icons/metamask.svg'
import okx from './app-icons/okx.svg'
import tokenpocket from './app-icons/tokenpocket.svg'
import trust from './app-icons/trust.svg'

/** Links into the browsers of wallet apps, for a phone whose own browser has no wallet. */
export function WalletAppLinks({ page }: { page: string }) {
  const { noWalletOnPhone, openIn } = useTexts().connect
  return (
    <div className="space-y-2">
      <p>{noWalletOnPhone}</p>
      <ul className="grid gap-2 min-[360px]:grid-cols-2">
        {WALLET_APPS.map(({ name, icon, link }) => (
          <li key={name}>
            <a
              href={link(page)}
              rel="noreferrer"
              aria-label={fill(openIn, { wallet: name })}
              className="flex min-h-12 items-center gap-2 rounded-control border border-control px-2 font-medium hover:bg-well"
            >
              <img src={icon} alt="" className="size-7 shrink-0 rounded-small" />
              {name}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface WalletApp {
  name: string
  /** Its own, as a file of the page. */
  icon: string
  /** Builds a link that opens a page in the app's own browser, where the app is the page's wallet. */
  link(page: string): string
}

/**
 * The commonest first. The links are those of the apps' own documentation, all but TokenPocket's lead to the app's site where it is not installed:
 *
 * - MetaMask: docs.metamask.io, "Use deeplinks", open a dapp inside the in-app browser
 * - Trust Wallet: developer.trustwallet.com, "Deep Linking", DApp browser
 * - OKX Wallet: web3.okx.com/build/docs, "App Universal Link"
 * - Bitget Wallet: web3.bitget.com/en/docs, "DeepLink"
 * - TokenPocket: help.tokenpocket.pro, "Pull up wallet with DeepLink", and TP-Lab/TokenPocket-Protocol, open url with dapp browser
 * - Coinbase Wallet: docs.cdp.coinbase.com, "Mobile dapp integration", dapp browser
 *
 * Left out: Binance Wallet, whose dapp browser links from outside no longer open (developers.binance.com, Web3 Connect, change
 * log of 2026-10-30); SafePal and Rabby, which document a link for WalletConnect alone.
 */
const WALLET_APPS: readonly WalletApp[] = [
  {
    name: 'MetaMask',
    icon: metamask,
    // It takes the address as it is, without its scheme: an encoded one opens an empty page.
    link: (page) => `https://link.metamask.io/dapp/${page.replace(/^https?:\/\//, '')}`,
  },
  {
    name: 'Trust Wallet',
    icon: trust,
    link: (page) => `https://link.trustwallet.com/open_url?coin_id=60&url=${encodeURIComponent(page)}`,
  },
  {
    name: 'OKX Wallet',
    icon: okx,
    link: (page) => {
      const inApp = `okx://wallet/dapp/url?dappUrl=${encodeURIComponent(page)}`
      return `https://web3.okx.com/download?deeplink=${encodeURIComponent(inApp)}`
    },
  },
  {
    name: 'Bitget Wallet',
    icon: bitget,
    link: (page) => `https://bkcode.vip?action=dapp&url=${encodeURIComponent(page)}`,
  },
  {
    name: 'TokenPocket',
    icon: tokenpocket,
    link: (page) => `tpdapp://open?params=${encodeURIComponent(JSON.stringify({ url: page, chain: 'ETH' }))}`,
  },
  {
    name: 'Coinbase Wallet',
    icon: coinbase,
    link: (page) => `https://go.cb-w.com/dapp?cb_url=${encodeURIComponent(page)}`,
  },
]
