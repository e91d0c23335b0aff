import type { DestinationProblem } from '#domain/destination-report.ts'
import type { ErrorCode } from '#domain/portal-error.ts'
import type { WalletProblem } from '#web/lib/wallet/eip1193.ts'
import { defineTexts, type Template } from '#web/ui/fill.ts'
import { ENGLISH_UI } from '#web/ui/ui-language.ts'

/** Problems of an address that the page tells of before it asks the wallet for anything. */
export type AddressProblem = 'sol_is_evm_address' | DestinationProblem

/**
 * Texts by error code, with places for the values of the error's context. The one under `_plain` is for a context without the portal's URL, or with
 * the same amount twice.
 */
type ErrorTexts = { readonly [C in ErrorCode | `${ErrorCode}_plain`]?: string | Template<string> }

const texts = defineTexts({
  page: {
    title: 'Claim {tokenName}',
    untitled: 'Claim your tokens',
    noScript: 'This page needs JavaScript',
    noScriptHelp:
      'It speaks with your wallet in your browser. Allow JavaScript for this site, and load the page again.',
    loading: 'Loading',
    language: 'Language',
    noAnswer: 'This site did not answer',
    noAnswerHelp: 'Nothing was sent or changed. Check your connection and try again.',
    incomplete: 'This page could not be loaded completely',
    loadAgain: 'Load it again',
    offline: 'You are offline',
    offlineHelp: 'This site can not be reached from here just now. What you typed is kept.',
    tryAgain: 'Try again',
    tryingAgain: 'Trying again...',
  },

  progress: {
    label: 'Progress',
    steps: ['Connect Wallet', 'Check Allocation', 'Submit Claim'],
    done: ', done',
  },

  connect: {
    heading: 'Claim your {tokenName} tokens on Solana',
    welcome:
      'Connect the wallet that held your coins. You will see your amount and say which Solana address gets it.',
    connect: 'Connect Wallet',
    connecting: 'Connecting...',
    connected: 'Wallet Connected',
    failed: 'Connection Failed',
    disconnected: 'Your wallet is no longer connected',
    disconnectedHelp: 'Connect it again to go on. What you typed is kept.',
    wallet: 'Wallet',
    unnamedWallet: 'Browser wallet',
    noWallet:
      'No browser wallet was found yet. Install one, or open this page in the browser of your wallet app.',
    noWalletOnPhone: 'Open this page in the browser of your wallet app:',
    openIn: 'Open in {wallet}',
  },

  otherWays: {
    onPhone: 'Continue on your phone',
    onPhoneHelp: 'Scan this with your phone, and open the page in the browser of your wallet app.',
    pageQr: 'QR code of this page',
    open: 'Sign elsewhere',
    openHelp: 'For hardware wallets and other devices: sign a text there, paste the signature here.',
    forSafe: 'Claim for a Safe that you own',
    heading: 'No wallet in this browser?',
  },

  wait: {
    hint: 'No answer from your wallet yet. Its window may be hidden: open the wallet, unlock it, and look for the request.',
    cancel: 'Cancel',
    lateSignature: 'The request that you cancelled was signed. It is not used.',
  },

  brand: {
    about: 'Your coin moves to Solana. Claim here what you held at the snapshot, in the same amount.',
    claiming: 'You claim',
    from: 'From',
    to: 'To',
    youAreOn: 'You are on',
    opens: 'Claims open',
    closes: 'Claims close',
    expected: 'Payout expected',
    progress: '{claimed} of {listed} holders have claimed',
  },

  trust: {
    recoveryPhrase: 'Never enter your recovery phrase or a private key. Whoever asks for it is a thief.',
    links: {
      site: 'Project site',
      terms: 'Terms',
      support: 'Support',
      announcement: 'Announcement',
    },
  },

  amount: {
    receive: 'You receive',
    decimals: { one: '({count} decimal)', other: '({count} decimals)' },
    nothing: 'Nothing would arrive',
    nothingHelp: {
      one: "This amount is less than the token's smallest unit: it has {count} decimal on Solana. A claim would pay nothing.",
      other:
        "This amount is less than the token's smallest unit: it has {count} decimals on Solana. A claim would pay nothing.",
    },
  },

  security: {
    heading: 'About this claim',
    oneClaim: 'One claim per address.',
    exactAmounts: 'Exact amounts of the snapshot.',
    signature: 'Your signature is verified. It moves no funds and costs no gas.',
    file: 'Allocation file',
    fileHash: 'file hash',
  },

  network: {
    heading: 'Networks:',
    wrong: 'Wrong Network',
    wrongHelp: 'Your wallet is on a network that is not supported here. Switch to one of these.',
    chainId: 'Chain ID {decimal} ({hex})',
    current: 'Current',
    add: 'Add to wallet',
    switch: 'Switch',
    added: 'Network Added',
    addedHelp: '{network} is in your wallet.',
    addFailed: 'Failed to Add Network',
    switched: 'Network Switched',
    switchedHelp: 'Your wallet is on {network}.',
    notFound: 'Network Not Found',
    notFoundHelp: 'Please add this network to the wallet first',
    switchFailed: 'Failed to Switch Network',
  },

  wallet: {
    not_detected: 'Browser wallet not detected. Please install it to continue.',
    not_connected: 'Wallet not connected',
    chain_unknown: 'Your wallet does not tell which network it is on. Unlock it, or use another wallet.',
    request_pending: 'Your wallet already shows a request. Open your wallet and answer it.',
    connect_rejected: 'User rejected the connection request.',
    connect_out_of_touch: 'Network error occurred. Please try again.',
    connect_failed: 'An unknown error occurred.',
    no_evm_account: 'This wallet gave no EVM account. Choose an EVM account in it, or use another wallet.',
    relay_silent:
      'The WalletConnect relay did not answer. Nothing was asked of your wallet. Check your connection and try again.',
    sign_rejected: 'User rejected signature request',
    sign_failed: 'Failed to sign message',
    sign_empty: 'Your wallet gave no signature. Try again, or use another wallet.',
    sign_pending:
      'Your Safe has this signature now, and waits for its other owners. When they have signed, come back within 14 days and press the button again.',
    add_network_rejected: 'User rejected network addition request',
    add_network_failed: 'Failed to add network to the wallet',
    switch_network_rejected: 'User rejected network switch request',
    switch_network_unknown: 'Network not found in the wallet',
    switch_network_failed: 'Failed to switch network.',
  } as const satisfies Record<WalletProblem, string>,

  window: {
    notOpen: 'Claims are not open yet',
    opensAt: 'They open at {time}.',
    checkMeanwhile: 'You can connect your wallet and check your allocation now.',
    closed: 'Claims are closed',
    paused: 'Claims are paused',
    pausedHelp: 'Your amount is safe. Come back later.',
    closedAt: 'They closed at {time}.',
    closesAt: 'Claims close at {time}.',
    whereYouAre: 'Where you are: {time}.',
  },

  allocation: {
    heading: 'Your allocation',
    loading: 'Loading your allocation...',
    changed: 'Your allocation was changed from {was} to {is}.',
    claimGone: 'Your claim is no longer here',
    claimGoneHelp: 'The project has removed it. Claim again.',
    failed: 'Failed to load allocation data. Please try again.',
    eligible: 'Eligible',
    amount: 'Allocation in SPL tokens',
    original: 'Original amount:',
    evmAddress: 'EVM address',
    updated: 'Last updated',
    proceed: 'Proceed to Claim Form',
    notFound: 'No Allocation Found',
    notFoundHelp: 'There is nothing to claim for this address. Possible reasons:',
    notPublished: 'The holder list is not published yet',
    notPublishedHelp: 'Come back later.',
    didNotHold: 'This address did not hold the coin at snapshot time.',
    otherWallet: 'Use another wallet',
    wrongWallet: 'The wrong wallet is connected. Switch to another account in your wallet to check it.',
  },

  form: {
    noAnswer:
      'This site did not answer. The address you entered is kept, and a claim counts only once: try again.',
  },

  submission: {
    failed: 'Submission Failed',
    alreadyClaimed: 'You have already submitted a claim for this address',
    noAllocation: 'No allocation found for this address',
    invalid: 'Invalid claim data or signature verification failed',
    signatureRejected: 'Signature request was rejected',
    other: 'Failed to submit claim',
  },

  notFound: {
    heading: 'Page Not Found',
    help: 'There is nothing at this address. Check it for a typing error, or go to the claim page.',
    link: 'Go to the claim page',
  },

  test: {
    title: 'EVM to Solana Migration',
    heading: 'Network Selection',
    help: 'This page tests that scripts and styles reach your browser.',
    button: 'Test Button',
    toast: 'Test',
    toastHelp: 'The page works in this browser.',
  },
})

/**
 * The texts of the claim page, but those in `later-english.ts`. Their types follow from the places in them: `{wallet}`. An error of the server without a text here is shown in the
 * server's own sentence, which is English.
 */
export const en = {
  ...texts,
  ui: ENGLISH_UI.texts,
  /** English sentences of the server's errors are the server's own; those that the page tells of itself come later. */
  errors: {} as ErrorTexts,
}

export type Texts = typeof en
