import { expect, test } from 'vitest'
import { WALLET_APPS } from './wallet-apps.ts'

const PAGE = 'https://claim.example.org/?lang=de'

test.each([
  ['MetaMask', 'https://link.metamask.io/dapp/claim.example.org/?lang=de'],
  [
    'Trust Wallet',
    'https://link.trustwallet.com/open_url?coin_id=60&url=https%3A%2F%2Fclaim.example.org%2F%3Flang%3Dde',
  ],
  [
    'OKX Wallet',
    'https://web3.okx.com/download?deeplink=okx%3A%2F%2Fwallet%2Fdapp%2Furl%3FdappUrl%3Dhttps%253A%252F%252Fclaim.example.org%252F%253Flang%253Dde',
  ],
  ['Bitget Wallet', 'https://bkcode.vip?action=dapp&url=https%3A%2F%2Fclaim.example.org%2F%3Flang%3Dde'],
  [
    'TokenPocket',
    'tpdapp://open?params=%7B%22url%22%3A%22https%3A%2F%2Fclaim.example.org%2F%3Flang%3Dde%22%2C%22chain%22%3A%22ETH%22%7D',
  ],
  ['Coinbase Wallet', 'https://go.cb-w.com/dapp?cb_url=https%3A%2F%2Fclaim.example.org%2F%3Flang%3Dde'],
])('%s opens the page', (name, link) => {
  expect(WALLET_APPS.find((app) => app.name === name)?.link(PAGE)).toBe(link)
})
