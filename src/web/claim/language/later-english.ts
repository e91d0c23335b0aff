import { defineTexts } from '#web/ui/fill.ts'
import { type AddressProblem, en, type Texts } from './en.ts'

const texts = defineTexts({
  form: {
    otherSigner:
      'Signed by {signer}, not by {own}: another account signed, or another text. Sign again with {own}.',
    unknownHelp:
      'It was sent, and the answer was lost. Load this page again later: if the claim has arrived, it is shown. Trying again does no harm, a claim counts only once.',
    heading: 'Submit your claim',
    amount: 'Claiming amount',
    otherAmount: 'Your claim is for {was}. Your allocation is {is} now: that is what you sign.',
    solanaAddress: 'Solana address',
    hint: 'Copy it from your Solana wallet: Receive, then Copy.',
    placeholder: 'Your Solana wallet address',
    invalid: 'Invalid Solana address format.',
    noNames: 'Names like toly.sol do not work here.',
    secret:
      'That looks like a private key or recovery phrase. Never enter it anywhere. Anyone who has it can take your funds.',
    required: 'Please enter a valid Solana address.',
    useWallet: 'Use my Solana wallet',
    takeFromWallet: 'Use {wallet}',
    fromWallet: 'Filled in from {wallet}. Compare it below.',
    fromLink: 'Taken from a Solana link. Compare it below.',
    fromExplorer: 'Taken from a page of {site}. Compare it below.',
    withoutHidden: 'Other characters were left out. Compare it below.',
    checking: 'Looking this address up on Solana...',
    unused: 'This address is empty. New wallet? Fine. If there is SOL in yours, this is not your address.',
    noticeHeading: 'Important notice',
    notices: [
      'You can correct the address until the payout begins, not after.',
      'Use your own wallet. Tokens sent to an exchange may be lost.',
    ],
    signatureNote: 'Signing is free and moves nothing.',
    preview: 'What your wallet will show',
    previewNonce: '(the time at which you sign)',
    lastLook: 'A last look before you sign',
    lastLookHelp: 'Compare every group with the address in your Solana wallet.',
    programOwned: 'An unusual address',
    confirmProgramOwned: 'This is my vault (for example a Squads multisig).',
    notSubmitted: 'Your claim was not submitted',
    nothingSent: 'Nothing was sent. Press {button} to try again.',
    walletBusy: 'A request is still open in your wallet',
    moreOwners: 'Signed by you, not by all owners yet',
    answeredLate:
      'Your wallet answered too late: a signature counts for ten minutes. Sign again, and confirm it in your wallet soon.',
    unknown: 'It is not known whether your claim was submitted',
    submit: 'Sign & Submit Claim',
    submitting: 'Signing & Submitting...',
    openWallet: 'Your wallet asks you to sign. Open it and compare the address once more.',
    reachingWallet: 'Reaching your wallet through WalletConnect...',
    signed: 'Signed. Your claim is being submitted.',
    looking: "Signed. The portal's answer was lost. It is asked whether your claim has arrived.",
    reset: 'Reset',
  },

  otherAccount: {
    signing: 'Your wallet still asks to sign the claim of {account}.',
    sending: 'The claim of {account} is signed and being submitted.',
    looking:
      "The portal's answer to the claim of {account} was lost. It is asked whether the claim has arrived.",
    submitted: 'The claim of {account} was submitted. To see it, choose that account in your wallet.',
    failed: 'The claim of {account} was not submitted.',
  },

  errors: {
    sol_is_evm_address:
      'That is an EVM address, like the one you connected with. Enter the address of your Solana wallet: it does not begin with 0x.',
    invalid_sol_address: 'That is not a whole Solana address. Copy it again.',
    sol_zero_key: 'That Solana address is the all-zero key, which nobody controls.',
    sol_known_program:
      'That Solana address belongs to a program, not to a wallet. Enter your own wallet address.',
    sol_off_curve_unconfirmed:
      'No key can sign for that Solana address: a program controls it, as with a multisig vault. If you are not sure what that means, enter the address of an ordinary wallet.',
    sol_is_sender:
      'That Solana address belongs to the wallet that pays the claims. Enter your own wallet address.',
    sol_is_token_mint: 'That Solana address is a token mint, not a wallet. Enter your own wallet address.',
    sol_is_token_account:
      'That Solana address is a token account, not a wallet. Enter the address of the wallet that owns it.',
    sol_is_program:
      'That Solana address is an executable program, not a wallet. Enter your own wallet address.',
    sol_off_curve:
      'No key can sign for that Solana address and no account exists there. Enter an address whose key you hold.',
    sol_off_curve_unseen:
      'No key can sign for that Solana address, and whether a vault exists there can not be looked up just now. Nothing was submitted. Try again in a moment, or enter the address of an ordinary wallet.',
  } as const satisfies Record<AddressProblem, string>,

  claim: {
    submitted: 'Claim Submitted Successfully',
    addressChanged: 'Address changed',
    headings: {
      queued: 'Your claim is queued',
      sending: 'Your tokens are being sent',
      attention: 'Your payment needs attention',
      sent: 'Your tokens were sent',
      rejected: 'Your claim was rejected',
    },
    badges: {
      queued: 'Queued for Payout',
      sending: 'Being sent',
      attention: 'Needs attention',
      sent: 'Sent',
      rejected: 'Rejected',
    },
    journey: 'Where your claim is',
    steps: {
      claimed: 'Claimed',
      inRun: 'Waiting for payout',
      onChain: 'Sent on Solana',
      final: 'Arrived',
      rejected: 'Claim rejected',
    },
    attention: {
      too_small: "The amount is less than the token's smallest unit, so nothing can be paid for it.",
      recipient:
        'Your Solana address can not take these tokens: its token account is closed to them or frozen.',
      on_hold:
        'It is not certain yet whether your tokens have arrived. Nothing more is sent until that is clear, so that nobody is paid twice.',
      failed: 'The payment did not go through. The project has to look into it before it is tried again.',
    },
    expectedBy: 'The payout is expected by {time}.',
    following: 'You may close this page. Connect the same wallet to see how far it is.',
    followingFailed: 'This site did not answer just now. It is asked again.',
    arrived: 'The transaction is final: the tokens are in your Solana wallet.',
    id: 'Reference id',
    idName: 'reference id',
    toAddress: 'To your Solana address',
    transaction: 'Solana transaction',
    transactionName: 'transaction',
    why: 'Why',
    viewTransaction: 'View Tx',
    askWhy: ['If you think that this is a mistake, ask on ', '.'],
    claimedFor: 'Goes to',
    changeAddress: 'Change Solana address',
    presentAddress: 'It goes to {address} now.',
    claimAgain: 'Claim again',
    noChange: {
      taken: 'A payout has taken this claim: its Solana address can not be changed.',
      notOpen: 'Claims are not open just now, so the Solana address can not be changed.',
    },
    noClaimAgain: {
      taken: 'A payout still has this claim on its list. You can claim again once it has ended.',
      notOpen: 'Claims are not open just now, so this claim can not be made again.',
    },
    soon: 'Your tokens will be sent soon.',
    underWay: 'A transaction is carrying your tokens now.',
    updates: ['Updates appear on ', '.'],
    channel: 'the messaging channel',
    unnamedChannel: "the project's messaging channel",
    receiptAndProof: 'Receipt and proof',
    another: 'Claim for another wallet',
    noSol: 'This wallet holds no SOL yet. Your tokens arrive all the same; moving them takes a little SOL.',
    receipt: 'Your receipt',
    receiptHelp:
      'The message you signed, your signature and the reference id. Keep it to prove what you claimed.',
    saveReceipt: 'Save receipt',
    copyReceipt: 'Copy receipt',
    receiptName: 'receipt',
    proof: 'Proof of your amount',
    proofHelp: 'For experts: check that the published list has your amount.',
    saveProof: 'Save proof',
    savingProof: 'Fetching…',
    saveCheckingPage: 'Save checking page',
    proofFailed: 'The proof could not be fetched. Please try again.',
  },

  elsewhere: {
    about:
      'Enter the address that held the coin. You then get a text to sign wherever its key is, and paste the signature here.',
    address: 'EVM address',
    addressHint: '0x and 40 hexadecimal digits.',
    addressProblems: {
      shape: 'That is not an EVM address: it takes 0x and 40 hexadecimal digits.',
      checksum:
        'The capital letters of this address do not fit its digits: a character is wrong. Copy it again from your wallet.',
      solana: 'That is a Solana address. Enter the EVM address first: it begins with 0x.',
    },
    back: 'Back',
    check: 'Check allocation',
    kind: 'Wallet that signs',
    kindHelp: 'A Safe, for example, is a contract wallet: its signature counts for 14 days.',
    keyWallet: 'An ordinary wallet (one key)',
    contractWallet: 'A contract wallet on {network}',
    next: 'Show the text to sign',
    preparing: 'Preparing the text...',
    signHeading: 'Sign this text',
    signWith: 'Sign with this address. Signing is free and moves nothing.',
    text: 'Text to sign',
    textName: 'text',
    textQr: 'QR code of the text',
    copy: 'Copy',
    newText: 'Renew',
    until: {
      key: 'Valid until {time}: sign it and submit it by then.',
      contract:
        'Valid until {time}, for a contract wallet. What was signed by one key is valid for ten minutes.',
    },
    over: 'This text is out of date',
    overHelp: 'It was valid until {time}. Your addresses are kept: renew it and sign the new text.',
    signature: 'Signature',
    signatureHints: {
      key: '0x and 130 hexadecimal digits, or the JSON that a tool gives.',
      contract: 'What the contract wallet gives for this text: 0x and hexadecimal digits.',
    },
    signatureProblems: {
      missing: 'Paste what the wallet gave you when you signed the text.',
      unreadable:
        'That can not be read. It takes hexadecimal digits after 0x, or the JSON of a tool with a "sig".',
      otherText: 'This JSON is of another text than the one above. Sign the text above.',
      length: {
        one: 'This has {count} byte, and what one key signs has 65. Copy the whole of it, or go back and choose a contract wallet.',
        other:
          'This has {count} bytes, and what one key signs has 65. Copy the whole of it, or go back and choose a contract wallet.',
      },
      noSigner: 'No key can have made this. Copy the whole of it again.',
    },
    submit: 'Submit claim',
    submitting: 'Submitting...',
    how: {
      heading: 'How to sign it',
      wallet: 'In a wallet app or hardware wallet: "Sign message". Paste the text, or scan its QR code.',
      explorer: 'On an explorer, with your wallet: its page "Verify signature", then "Sign message".',
      foundry: 'On the command line, with Foundry, the text saved as text.txt:',
      command: 'With the command of Ferry, which needs no page: it signs and submits.',
      exactly: 'The text has to be signed exactly as it stands, without a line break at its end.',
    },
  },

  walletConnect: {
    opening: 'Asking the relay for a link...',
    scan: 'Scan this with your wallet app.',
    onPhone: 'Open your wallet app with this link, or scan the code with another device.',
    openApp: 'Open my wallet app',
    code: 'The code by which your wallet connects to this page',
    copy: 'Copy link',
    link: 'link',
    help: 'Only this page and your wallet can read what they send each other.',
  },

  safe: {
    heading: 'Claim for a Safe',
    help: 'Its owners sign on this page one after another, each with their own wallet. That moves no funds and costs no gas.',
    address: 'Address of the Safe',
    addressHint: 'The address that held the coin: 0x and 40 characters.',
    find: 'Find this Safe',
    invalid: 'That is not an EVM address: it is 0x and 40 characters.',
    notFound: 'There is no Safe at this address on {networks}.',
    notASafe:
      'This address is a contract, but no Safe of version 1.3.0 or later. Connect to this page with that wallet itself.',
    unknown: 'The network does not say just now what this address is. Try again in a moment.',
    otherSafe: 'Another Safe',
    oneOwner: 'Its one owner has to sign.',
    threshold: '{threshold} of its {owners} owners have to sign.',
    on: 'Safe on {network}',
    begin: 'Go on to the signatures',
    count: '{signed} of {threshold} signatures',
    until: 'All of them have to be here by {time}. Come back to this page until then.',
    owner: 'Owner',
    signed: 'Signed',
    missing: 'Not yet',
    you: 'connected',
    sign: 'Sign as this owner',
    signing: 'Signing...',
    submit: 'Submit the claim',
    handOn: 'Send this link to the next owner',
    handOnHelp:
      'It has the claim and the signatures so far. Only an owner can add one, and nobody can change the claim.',
    copyLink: 'Copy link',
    link: 'link',
    connectOwner: "Connect an owner's wallet to sign.",
    notAnOwner: 'The connected account is no owner of this Safe. Choose an owner in your wallet.',
    hasSigned: 'The connected owner has signed. Now the next owner signs.',
    wrongNetwork: 'Switch your wallet to {network} to sign.',
    shown: 'What the owners agree to',
    shownHelp: 'Your wallet shows the hash of this text as the message of the Safe.',
    otherSigner: "That signature is not the connected owner's. Sign again with that account.",
    dropped:
      'A signature in this link does not fit this claim and was left out: the holder list may have changed since.',
    expired: 'This claim was begun more than 14 days ago',
    expiredHelp: 'Its signatures do not count any more. Start again: the owners sign once more.',
    startAnew: 'Start again',
    badLink: 'This link is incomplete. Ask for it again, or start again.',
    wallet: 'This address is a contract wallet',
    walletHelp:
      'Its owners may take up to 14 days. This page asks for the same text each time, so come back and press the button again until all have signed.',
    waiting: 'Begun already: the same text is asked for again, until {time}.',
    elsewhere: 'This address is a contract wallet on {network}. Switch your wallet to {network} to sign.',
  },
})

/** The English texts of screens that come later than the first view, fetched with them. Another language is one JSON file. */
export const laterEnglish = { ...texts, form: { ...en.form, ...texts.form } }

/** Every text of a language. */
export type AllTexts = Texts & typeof laterEnglish
