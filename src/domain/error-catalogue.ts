import { inSol } from './amounts.ts'
import {
  conflict,
  fault,
  forbidden,
  invalid,
  missing,
  tooLarge,
  tooOften,
  tooSlow,
  unauthenticated,
  unavailable,
  unsupported,
} from './error-kind.ts'
import { HOLD_CONFIRMATION } from './payout-states.ts'
import { ANCHOR_CONFIRMATION } from './records-behind.ts'

// One file, however long: the keys of one object literal are what tsc refuses to have twice, so no code and no sentence is given twice.
// Divided by area and spread together, a code that two areas give would silently be the last one's.

/** The tokens that a run needs and its source account has, in whole tokens. */
interface LackOfTokens {
  needed: string
  available: string
  missing: string
  /** The token account that is paid from. */
  source: string
  /** Who owns it, where it is not the sending wallet. */
  owner: string | null
  /** Another token account of the same wallet that holds some. */
  elsewhere: { account: string; amount: string } | null
}

/** Another's token account that the sending wallet can not move tokens out of. */
type NoDelegate = { account: string; owner: string } & (
  | { problem: 'closed' }
  | { problem: 'given_away' }
  /** The delegate is not the sending wallet, or none; the run needs so many whole tokens. */
  | { problem: 'no_delegate'; wallet: string; delegate: string | null; needed: string }
)

const OTHER_SOURCE =
  'Nothing was sent. Configure the sender to pay from another account, with another sending wallet.'

/** What a run needs and the owner of the account that is paid from allows, in whole tokens. */
interface SmallAllowance {
  needed: string
  allowance: string
  missing: string
  account: string
  wallet: string
}

/** What has to be confirmed with a passkey. */
interface SecondSecretAsked {
  what: string
  /** Made for just this: see app/second-secret/webauthn.ts. */
  challenge: string
  /** The credentials that may answer, and the relying party of each. */
  passkeys: readonly { id: string; rpId: string }[]
  /** Why an answer did not hold. */
  why?: string
}

/** Payments that are owed and left out, for one reason. */
interface LeftOut {
  reason: string
  count: number
}

function leftOutWords(leftOut: readonly LeftOut[]): string {
  const count = leftOut.reduce((sum, each) => sum + each.count, 0)
  return count === 0 ? '' : `, and ${count} ${count === 1 ? 'is' : 'are'} left out`
}

/**
 * The catalogue of Ferry's error responses: the kind of each, and the sentence that a person reads. The
 * sentence says what is wrong and what to do; it never carries a secret or an internal.
 */
export const ERROR_CATALOGUE = {
  invalid_request: invalid(() => 'The request is not valid.'),
  malformed_json: invalid(() => 'The request body is not valid JSON.'),
  payload_too_large: tooLarge(() => 'The request is too large.'),
  unsupported_media_type: unsupported(() => 'This kind of content is not accepted here.'),
  not_found: missing(() => 'There is no such thing here.'),
  too_many_requests: tooOften(() => 'Too many requests. Wait a moment and try again.'),
  too_many_streams: tooOften(
    () =>
      'Too many windows of the panel follow its events. This one asks for the state now and then instead.',
  ),
  too_busy: unavailable(
    () =>
      'Too many people are using this portal just now. Nothing was submitted. Try again in a few seconds.',
  ),
  request_too_slow: tooSlow(
    () => 'The request took too long to arrive, and was given up. Nothing was changed. Send it again.',
  ),
  not_ready: unavailable(() => 'The portal is not ready. Try again in a moment.'),
  store_unavailable: unavailable(
    () => 'The portal can not reach its records just now. Try again in a moment: what was saved stays saved.',
  ),
  internal: fault(
    () => 'Something went wrong on our side. Try again; if it stays, give the operator the request id.',
  ),

  invalid_eth_address: invalid(() => 'That is not an EVM address: it takes 0x and 40 hexadecimal digits.'),
  invalid_sol_address: invalid(
    () => 'That is not a Solana address: it takes 32 to 44 base58 characters that decode to 32 bytes.',
  ),
  sol_zero_key: invalid(() => 'That Solana address is the all-zero key, which nobody controls.'),
  sol_known_program: invalid(
    () => 'That Solana address belongs to a program, not to a wallet. Enter your own wallet address.',
  ),
  sol_is_sender: invalid(
    () => 'That Solana address belongs to the wallet that pays the claims. Enter your own wallet address.',
  ),
  sol_is_token_mint: invalid(
    () => 'That Solana address is a token mint, not a wallet. Enter your own wallet address.',
  ),
  sol_is_token_account: invalid(
    () =>
      'That Solana address is a token account, not a wallet. Enter the address of the wallet that owns it.',
  ),
  sol_is_program: invalid(
    () => 'That Solana address is an executable program, not a wallet. Enter your own wallet address.',
  ),
  sol_off_curve: invalid(
    () =>
      'No key can sign for that Solana address and no account exists there. Enter an address whose key you hold.',
  ),
  sol_off_curve_unseen: invalid(
    () =>
      'No key can sign for that Solana address, and whether a vault exists there can not be looked up just now. Nothing was submitted. Try again in a moment, or enter the address of an ordinary wallet.',
  ),
  sol_off_curve_unconfirmed: invalid(
    () =>
      'That Solana address is controlled by a program, as a multisig vault is. Confirm that it is yours and that you mean it.',
  ),
  bad_signature: invalid(({ publicUrl }: { publicUrl?: string }) =>
    publicUrl === undefined
      ? 'The signature does not match this address and these claim details. Sign the claim again with the wallet of this address.'
      : `The signature does not match this address, these claim details and the address of this portal. Nothing was submitted. If another site than ${publicUrl} asked you to sign, do not trust it. Open ${publicUrl} and sign again.`,
  ),
  wrong_message: invalid(({ publicUrl }: { publicUrl?: string }) =>
    publicUrl === undefined
      ? 'You signed a message of a kind that this portal does not take any more. Nothing was submitted. Load the page again and sign again.'
      : `You signed a message that does not name its site, which this portal does not take. Nothing was submitted. Open ${publicUrl} and sign again.`,
  ),
  list_replaced: invalid(({ was, is }: { was: string; is: string }) =>
    was === is
      ? 'The holder list was replaced since you opened this page. Nothing was submitted. Sign again.'
      : `Your allocation was changed from ${was} to ${is}. Nothing was submitted. Look at it again and sign again.`,
  ),
  high_s_signature: invalid(
    () => 'The signature is not in its canonical form (high s). Sign the claim again.',
  ),
  stale_nonce: invalid(
    () => 'The signed claim is too old or from the future. Check the clock of your device and sign again.',
  ),
  unsupported_chain: invalid(
    () => 'Your wallet is on a network that this portal does not support. Switch network and sign again.',
  ),
  contract_wallet: invalid(
    ({ chainName }: { chainName: string }) =>
      `Contract wallets can not be checked on ${chainName}: this portal has no node of that network to ask. Ask its operator.`,
  ),
  no_contract_on_chain: invalid(
    ({ chainName }: { chainName: string }) =>
      `There is no contract wallet at this address on ${chainName}. Switch to the network that it is deployed on, or deploy it, and sign again.`,
  ),
  contract_on_other_chain: invalid(
    ({ chainName, otherChainName }: { chainName: string; otherChainName: string }) =>
      `This address is a contract wallet on ${otherChainName}, not on ${chainName}. Switch to ${otherChainName} and sign again.`,
  ),
  contract_checked_elsewhere: invalid(
    ({ chainName, otherChainName }: { chainName: string; otherChainName: string }) =>
      `This address is a contract wallet on ${otherChainName}. Those of ${chainName} can not be checked here. Switch to ${otherChainName} and sign again.`,
  ),
  evm_rpc_unreachable: unavailable(
    ({ chainName }: { chainName: string }) =>
      `This wallet can not be checked just now: the node of ${chainName} does not answer. Nothing was submitted. Try again in a moment.`,
  ),
  evm_rpc_wrong_chain: unavailable(
    ({ chainName }: { chainName: string }) =>
      `This wallet can not be checked just now: the node that this portal asks about ${chainName} belongs to another network. Nothing was submitted. Tell the operator and try again later.`,
  ),
  wallet_checks_busy: unavailable(
    () =>
      'Too many wallets of this kind are being checked just now. Nothing was submitted. Try again in a minute.',
  ),
  no_allocation: forbidden(() => 'No allocation was found for this address.'),
  amount_exceeds_u64: invalid(
    () =>
      'This allocation is more than a token account on Solana can hold. Nothing was submitted. Tell the operator.',
  ),
  holder_list_changed: unavailable(
    () =>
      'The holder list was changed outside of this portal, and is not believed. Nothing was submitted. The operator has to upload it anew.',
  ),
  claims_not_open: forbidden(() => 'Claims are not open yet.'),
  claims_closed: forbidden(() => 'Claims are closed.'),
  claims_paused: forbidden(
    () => 'Claims are paused. Nothing was submitted. Your allocation stays: try again later.',
  ),
  wallet_denied: forbidden(
    () => 'This wallet can not be used here. If you think that this is a mistake, ask the project.',
  ),
  destination_denied: forbidden(
    () => 'This Solana address can not be used here. Nothing was submitted. Enter another one.',
  ),
  invalid_denied_address: invalid(() => 'This is neither an EVM nor a Solana address.'),
  not_denied: missing(() => 'This address is not on the deny list.'),
  invalid_deny_file: invalid(() => 'The file can not be taken. Nothing was changed.'),
  already_claimed: conflict(() => 'A claim was already submitted for this address.'),
  already_paid: conflict(() => 'This address has already been paid.'),
  claim_of_other_address: invalid(
    () => 'The signed claim is for another address than the one whose claim is to be corrected.',
  ),
  nonce_not_newer: conflict(
    () =>
      'This claim was signed before the newest one of its address, or is the very same. Nothing was changed. Sign the claim again.',
  ),
  key_required: forbidden(
    () =>
      'This claim was signed with the key of its address, and only that key can change it. Nothing was changed. Sign with the wallet that made the claim.',
  ),
  claim_corrected: conflict(
    () => 'The claim was corrected a moment ago: it has another Solana address now. Look at it again.',
  ),
  claim_under_way: conflict(
    () => 'This claim can no longer be changed: a payout has taken it. Nothing was changed.',
  ),
  not_in_list: missing(() => 'This address is not in the holder list: there is nothing to prove.'),
  progress_not_published: missing(() => 'How far the migration is, is not published here.'),
  bundle_not_published: missing(() => 'No holder list is published here.'),
  no_claim: missing(() => 'No claim was submitted for this address.'),

  unauthorized: unauthenticated(() => 'Sign in to continue.'),
  invalid_password: unauthenticated(() => 'Invalid admin password.'),
  too_many_logins: tooOften(
    ({ retryAfterSeconds }: { retryAfterSeconds: number }) =>
      `Too many failed sign-ins. Try again in ${Math.ceil(retryAfterSeconds / 60)} min.`,
  ),
  sign_in_busy: unavailable(
    () => 'Too many sign-ins are being checked just now. Try again in a few seconds.',
  ),

  second_secret_required: forbidden(
    ({ what, why }: SecondSecretAsked) =>
      `${why === undefined ? '' : `${why} `}This needs a passkey: ${what}. Nothing was done so far. A script can not answer: do it in the panel, where the browser asks for it.`,
  ),
  second_secret_altered: forbidden(
    () =>
      'The passkeys were changed in the database, and none is believed: nothing that moves money is done. Find out who writes to the database, then run "npm run passkeys -- --remove-all" on the server and register them again.',
  ),
  two_people_needed: conflict(
    ({ registered }: { registered: number }) =>
      `TWO_PEOPLE is on, and passkeys of ${registered} ${registered === 1 ? 'person are' : 'people are'} registered: two are needed. Nothing was done. Register one of each of two people under "Second secret" in the panel.`,
  ),
  same_person: conflict(
    ({ person, made }: { person: string; made: 'uploaded' | 'published' }) =>
      `${person} ${made} this, and TWO_PEOPLE is on: somebody else has to start it. Nothing was started.`,
  ),
  maker_unknown: conflict(({ made }: { made: 'uploaded' | 'published' }) =>
    made === 'uploaded'
      ? 'Nobody knows who uploaded this distribution, and TWO_PEOPLE is on. Nothing was started. Delete it, have one person upload it again, and another start it.'
      : 'Nobody knows who published the list in force, and TWO_PEOPLE is on. Nothing was started. Have one person publish it again, and another start.',
  ),
  two_people_registered: conflict(
    () =>
      'TWO_PEOPLE is on and two people are registered: one alone could register as a third. Nothing was registered. Set TWO_PEOPLE=off on the server, register the passkey, and set it on again.',
  ),
  passkey_refused: invalid(
    () =>
      'The passkey was not registered: it is registered already, does not answer what was asked, or came later than two minutes. Add it again.',
  ),
  no_passkey: missing(() => 'There is no such passkey.'),
  no_passkey_here: conflict(
    () =>
      'A passkey belongs to a host name, and this address has none. Nothing was registered. Open the panel by a name, such as http://localhost:3000, or set publicUrl in PORTAL_CONFIG.',
  ),

  invalid_allocation_file: invalid(
    ({ problems }: { problems: number }) =>
      `The allocation file was not loaded: ${problems} ${problems === 1 ? 'problem was' : 'problems were'} found. Nothing was changed.`,
  ),
  upload_given_up: conflict(
    () =>
      'The upload was given up: it had not been heard of for too long. Nothing was changed. Upload the file again.',
  ),
  contradicts_file: invalid(
    ({ problems }: { problems: number }) =>
      `What was said of this file can not be true of it: ${problems} ${problems === 1 ? 'problem was' : 'problems were'} found. Nothing was changed.`,
  ),
  list_published_meanwhile: conflict(
    () => 'Another list was published meanwhile; look at the difference again. Nothing was changed.',
  ),
  no_upload: missing(
    () =>
      'This upload is not kept here any more, or was looked at again since. Nothing was changed. Upload the file again.',
  ),
  no_list: missing(() => 'There is no such version of the holder list, or its rows are not kept any more.'),
  allocations_file_unset: conflict(() => 'No ALLOCATIONS_FILE is configured. Set it, or upload a file.'),
  allocations_file_unreadable: conflict(
    ({ path }: { path: string }) => `The allocations file ${path} can not be read.`,
  ),

  claims_cooling_off: conflict(
    ({ minutes }: { minutes: number }) =>
      `Every queued claim was submitted or corrected in the last ${minutes} min: a payout leaves them that long (coolingOffMinutes). Start it later.`,
  ),
  sending_key_needed: conflict(
    () =>
      'Without the private key only nodes, batch size, delay and fee cap can change. The wallet, the token or the cluster would be another one: enter the private key. Nothing was changed.',
  ),
  sender_not_configured: conflict(() => 'Please configure the bulk sender first'),
  standalone_not_configured: conflict(() => 'Please configure the standalone bulk sender first'),
  standalone_sender_off: missing(
    () => 'The standalone sender is switched off on this server: STANDALONE_SENDER is off.',
  ),
  not_an_xlsx: unsupported(() => 'Please upload an Excel file (.xlsx)'),
  not_a_csv: unsupported(() => 'Please upload a CSV file (.csv)'),
  invalid_distribution_file: invalid(
    ({ problems }: { problems: number }) =>
      `The file was not taken: ${problems} ${problems === 1 ? 'problem was' : 'problems were'} found. Nothing was saved.`,
  ),
  no_distribution: missing(() => 'There is no such distribution.'),
  distribution_begun: conflict(
    () => 'This distribution was started already: it is part of the record of payments, and stays.',
  ),
  needs_confirmation: conflict(({ why, confirm }: { why: string; confirm: string | null }) =>
    confirm === null ? why : `${why} Type "${confirm}" to do it all the same.`,
  ),
  only_repeats: conflict(
    () =>
      'Every payment that this distribution owes was made before: with those left out, nothing remains. Nothing was started.',
  ),
  distribution_settled: conflict(() => 'This distribution has nothing left to send.'),
  distribution_of_other_token: conflict(
    () =>
      'This distribution was uploaded for another token or cluster than the one configured now. Configure that one again to pay what is left of it: its file, uploaded for this token, would pay everybody on it in this token.',
  ),
  invalid_private_key: invalid(
    () =>
      'The private key is not valid: it takes base58 text or a JSON array of 64 numbers, and its two halves must belong together.',
  ),
  test_key_on_mainnet: invalid(() => 'A test key can not be used on mainnet.'),
  confirm_mainnet: conflict(
    () =>
      'This is Solana mainnet: what is sent from here on spends real SOL and real tokens. Confirm that you mean it.',
  ),
  invalid_rpc_url: invalid(() => 'The RPC URL is not a valid http or https address.'),
  rpc_unreachable: unavailable(
    (why?: { node: string; reason: string }) =>
      `The Solana RPC node could not be reached or did not answer as one${why ? ` (${why.node}: ${why.reason})` : ''}. Check the URL.`,
  ),
  node_unreachable: unavailable(
    ({ node }: { node: string }) =>
      `The Solana RPC node ${node} could not be reached or did not answer as one. Nothing was saved. Check its URL, or leave it out.`,
  ),
  nodes_disagree: conflict(
    ({ node, first, difference }: { node: string; first: string; difference: string }) =>
      `The Solana RPC nodes do not agree: ${node} ${difference} than ${first}. Nothing was saved. Leave out the one that is wrong.`,
  ),
  mint_changed: conflict(
    ({ what }: { what: string }) =>
      `The token mint is not as it was when this sender was configured: ${what}. Nothing more was sent. Find out why, then configure the sender again.`,
  ),
  mint_unsteady: unavailable(
    () =>
      'The Solana RPC node described the token mint in two ways. Nothing was saved. Try again, or use another node.',
  ),
  records_behind_chain: conflict(
    ({ payments, amountUA }: { payments: number; amountUA: string }) =>
      `The chain shows ${payments} ${payments === 1 ? 'payment' : 'payments'} (${amountUA} tokens) from this wallet that the records do not have: they are older than the chain, as after a restored backup. Nothing is sent. Take them over from the chain, or continue without them.`,
  ),
  records_not_behind: conflict(
    () => 'The records have every payment that the chain shows. Nothing was changed.',
  ),
  continue_unconfirmed: invalid(
    ({ words }: { words: string }) =>
      `Type "${words}" to pay on although the chain shows payments that the records do not have.`,
  ),
  anchor_unconfirmed: invalid(
    () =>
      `Type "${ANCHOR_CONFIRMATION}" to have the wallet's history so far left unread: payments that a Ferry made from it are then never looked for, and made again.`,
  ),
  wallet_has_paid: conflict(
    () =>
      'This portal has paid from the wallet: its history is compared with the records, from the last balance that agreed with them. Nothing was changed.',
  ),
  payments_out_of_sight: conflict(
    ({ node, shown, known }: { node: string; shown: number; known: number }) =>
      `Nothing was changed: the Solana RPC node ${node} shows ${shown} of the ${known} payments that are known to be missing from the records. Its history may be late: look again in a minute, and if it stays so, configure a node with the wallet's whole history as the first one. If they were recorded since, take over from the chain: it counts them anew.`,
  ),
  record_unreadable: unavailable(
    ({ column }: { column: string }) =>
      `The database holds a value that Ferry did not write (${column}). Nothing was changed. Tell the operator: the database has to be restored from a backup, or that value put right.`,
  ),
  store_not_durable: conflict(
    ({ setting }: { setting: string }) =>
      `The database may lose what it has confirmed: ${setting}. Nothing is sent from such a database. Turn it on, then start again.`,
  ),
  sender_unreadable: conflict(
    () =>
      'The sending key can not be opened: it was sealed with another SECRETS_KEY, or the sender was changed in the database. Nothing is sent. Start Ferry with that SECRETS_KEY, or configure the sender again.',
  ),
  sender_in_use: conflict(
    () =>
      'A run of this sender is not finished: until then only its nodes can be changed, not its wallet, its token or its cluster.',
  ),
  cluster_changed: conflict(
    () =>
      'The RPC URL leads to another Solana cluster than the one that was configured. Nothing more is sent. Try again, and check the RPC URL if it stays so.',
  ),
  invalid_mint: invalid(() => 'The token mint address is not a Solana address.'),
  mint_not_found: invalid(() => 'There is no token mint at that address on this cluster.'),
  unsupported_mint: invalid(({ reason }: { reason: string }) => `This token can not be sent: ${reason}.`),
  source_account_frozen: conflict(
    () =>
      "The sending wallet's token account is frozen: nothing can be sent from it. Ask whoever may freeze this token.",
  ),
  source_bound: conflict(
    ({ wallet, account }: { wallet: string; account: string }) =>
      `The sending wallet ${wallet} pays this token from ${account}, and a wallet pays a token from one account for good. Nothing was saved: use another sending wallet for another account.`,
  ),
  source_shared: conflict(
    ({ account, wallet }: { account: string; wallet: string }) =>
      `The other sender pays from ${account}, with the wallet ${wallet}. Nothing was saved: use the same sending wallet, or another account.`,
  ),
  source_frozen: conflict(
    ({ account, owner }: { account: string; owner: string }) =>
      `The token account ${account} of ${owner}, which is paid from, is frozen: nothing can be sent from it. Ask whoever may freeze this token.`,
  ),
  not_delegate: conflict((no: NoDelegate) => {
    const { account, owner } = no
    if (no.problem === 'closed') {
      return `There is no token account ${account} of this token any more. ${OTHER_SOURCE}`
    }
    if (no.problem === 'given_away') {
      return `The token account ${account} does not belong to ${owner} any more. ${OTHER_SOURCE}`
    }
    const isOther = no.delegate !== null && no.delegate !== no.wallet
    const now = isOther ? `its delegate is ${no.delegate}` : 'nothing is allowed'
    return `${owner} does not let the sending wallet ${no.wallet} move tokens out of ${account}: ${now}. Have it approve that wallet for ${no.needed} tokens, and start again.`
  }),
  allowance_too_small: conflict(
    ({ needed, allowance, missing, account, wallet }: SmallAllowance) =>
      `The treasury allows ${allowance} more, and this run needs ${needed}: raise the allowance by ${missing}. An approval replaces the one before it: have ${wallet} approved for ${needed} on ${account}, and start again.`,
  ),
  run_in_progress: conflict((running?: { what: 'claims' | 'distribution' }) =>
    running?.what === 'distribution'
      ? 'A distribution is being sent. Wait until it has ended, or stop it.'
      : 'A bulk send is already running.',
  ),
  changed_meanwhile: conflict(
    ({ count, amountUA, leftOut }: { count: number; amountUA: string; leftOut: readonly LeftOut[] }) =>
      `What would be paid is not what was shown: it is ${count} ${count === 1 ? 'payment' : 'payments'} of ${amountUA} tokens now${leftOutWords(leftOut)}. Nothing was started. Look at it again, then start.`,
  ),
  start_key_used: conflict(
    () =>
      'This Idempotency-Key has started another run: the request was not the same. Nothing was started. Send a new key with a new start.',
  ),
  no_run_in_progress: conflict(() => 'No bulk send is running.'),
  no_queued_claims: conflict(() => 'No queued claims to process. All claims have been sent.'),
  no_run: missing(() => 'There is no such run.'),
  selection_settled: conflict(
    () => 'None of the selected claims waits to be paid any more. Nothing was started.',
  ),
  limit_takes_nothing: conflict((asked?: { limit: string }) =>
    asked
      ? `The next claim is of more than the limit of ${asked.limit} tokens, or none is left that has not failed. Nothing was started.`
      : 'No claim is left that a limited run takes: the last payments of those that wait failed, or are on hold. Retry them on the page of their run, or start without a limit.',
  ),
  attempts_unresolved: conflict(
    () =>
      'Transactions of an earlier run are not settled yet. Start the bulk sender on the same cluster to settle them first.',
  ),
  unknown_claim: missing(() => 'There is no claim with that id.'),
  no_session: missing(() => 'There is no such session. It may have ended already.'),
  claim_not_queued: conflict(() => 'This claim is not queued any more. Nothing was changed.'),
  claim_not_rejected: conflict(() => 'This claim is not rejected any more. Nothing was changed.'),
  payment_under_way: conflict(
    () => 'A payment of this claim is under way or on hold. Wait until it is settled. Nothing was changed.',
  ),
  evm_transaction_hash: invalid(
    () =>
      'That is the hash of an EVM transaction. Enter the signature of the Solana transaction that paid: base58 text of 86 to 88 characters.',
  ),
  invalid_transaction: invalid(
    () => 'That is not the signature of a Solana transaction: it takes base58 text that decodes to 64 bytes.',
  ),
  too_many_rows: conflict(
    ({ rows }: { rows: number }) => `An Excel sheet can not hold ${rows.toLocaleString('en-US')} rows.`,
  ),
  not_on_hold: conflict(() => 'This transaction is not on hold any more. Nothing was changed.'),
  hold_unconfirmed: invalid(() => `Type "${HOLD_CONFIRMATION}" to have these payments sent again.`),
  hold_may_have_paid: conflict(
    ({ reason }: { reason: string }) =>
      `These payments may have been made: ${reason}. Nothing was changed, and nothing is sent again.`,
  ),
  unknown_outflow: missing(
    () => 'The wallet has no such transaction that is unexplained. Nothing was changed.',
  ),
  transaction_unproved: conflict(
    ({ reason }: { reason: string }) =>
      `The transaction does not prove the payment: ${reason}. Nothing was changed.`,
  ),
  transaction_landed: conflict(
    () =>
      'The cluster knows this transaction: it may have paid. Nothing was changed; once it is finalized, Ferry settles it, or say that it was paid, by its own signature.',
  ),
  insufficient_sol: conflict(
    ({ neededLamports, availableLamports }: { neededLamports: bigint; availableLamports: bigint }) =>
      `The sending wallet holds ${inSol(availableLamports)} SOL, and this run needs about ${inSol(neededLamports)}: ${inSol(neededLamports - availableLamports)} SOL are missing. Add SOL and start again.`,
  ),
  insufficient_tokens: conflict(({ needed, available, missing, source, owner, elsewhere }: LackOfTokens) => {
    if (owner !== null)
      return `The token account ${source} of ${owner}, which is paid from, holds ${available} tokens, and this run needs ${needed}: ${missing} are missing. Have tokens moved into it and start again.`
    return elsewhere
      ? `The sending wallet pays from its associated token account ${source}, which holds ${available} tokens, and this run needs ${needed}: ${missing} are missing. ${elsewhere.amount} tokens lie in ${elsewhere.account}: move them to ${source} and start again.`
      : `The sending wallet holds ${available} tokens, and this run needs ${needed}: ${missing} are missing. Add tokens to its token account ${source} and start again.`
  }),
}
