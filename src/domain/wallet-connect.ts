/** How the page reaches wallets through a WalletConnect relay. */
export interface WalletConnectTerms {
  projectId: string
  /** `wss://…`: the relay carries messages that only page and wallet can read. */
  relayUrl: string
}

export const DEFAULT_RELAY_URL = 'wss://relay.walletconnect.org'
