interface WalletApp {
  name: string
  /** Builds a link that opens a page in the app's own browser, where the app is the page's wallet. */
  link(page: string): string
}

/**
 * The links are those of the apps' own documentation, all but TokenPocket's lead to the app's site where it is not installed:
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
export const WALLET_APPS: readonly WalletApp[] = [
  {
    name: 'MetaMask',
    // It takes the address as it is, without its scheme: an encoded one opens an empty page.
    link: (page) => `https://link.metamask.io/dapp/${page.replace(/^https?:\/\//, '')}`,
  },
  {
    name: 'Trust Wallet',
    link: (page) => `https://link.trustwallet.com/open_url?coin_id=60&url=${encodeURIComponent(page)}`,
  },
  {
    name: 'OKX Wallet',
    link: (page) => {
      const inApp = `okx://wallet/dapp/url?dappUrl=${encodeURIComponent(page)}`
      return `https://web3.okx.com/download?deeplink=${encodeURIComponent(inApp)}`
    },
  },
  {
    name: 'Bitget Wallet',
    link: (page) => `https://bkcode.vip?action=dapp&url=${encodeURIComponent(page)}`,
  },
  {
    name: 'TokenPocket',
    link: (page) => `tpdapp://open?params=${encodeURIComponent(JSON.stringify({ url: page, chain: 'ETH' }))}`,
  },
  {
    name: 'Coinbase Wallet',
    link: (page) => `https://go.cb-w.com/dapp?cb_url=${encodeURIComponent(page)}`,
  },
]

/** True where a wallet would be an app rather than an extension of the browser. iPads say that they are a Mac, with a touch screen. */
export function isPhone({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): boolean {
  return /Android|iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)
}
