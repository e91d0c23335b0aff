import type { Address } from '@solana/kit'
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system'
import { ASSOCIATED_TOKEN_PROGRAM_ADDRESS, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import type { Run } from '#domain/run.ts'
import type { FailoverRpc } from '#payout/nodes/failover-rpc.ts'
import { isDelegated, type PayingAccount, type SourceFunds, sourceFunds } from '#payout/paying-account.ts'
import { TOKEN_2022_PROGRAM_ADDRESS } from '#solana/mint.ts'
import { programsOf } from '#solana/read-transaction.ts'
import type { ChainFailure, JournaledAttempt } from '#store/payouts/journal.ts'

/**
 * The reason why the chain rejected a payout, and whose fault it is: the recipient's alone, or the sender's
 * and so the whole run's. `unknown` is first treated as the recipient's.
 */
export interface ChainErrorExplanation {
  words: string
  fault: 'recipient' | 'sender' | 'unknown'
  /**
   * The sender's shortage, where it is one of these: too little SOL, too few tokens, or a mint that is not
   * the pinned one.
   */
  lack: 'sol' | 'tokens' | 'mint' | null
}

interface ChainErrorContext {
  logs: readonly string[]
  /** The program that an instruction calls; null where there is no such instruction (see programsOf). */
  programOfInstruction?: (index: number) => Address | null
}

const NO_SOL = explanation('The sending wallet holds no SOL', 'sender', 'sol')
const TOO_LITTLE_SOL_FOR_FEE = explanation(
  'The sending wallet does not hold enough SOL for the fee',
  'sender',
  'sol',
)
const TOO_LITTLE_SOL_FOR_RENT = explanation(
  'The sending wallet does not hold enough SOL for rent',
  'sender',
  'sol',
)
const TOO_LITTLE_SOL_FOR_ACCOUNT = explanation(
  'The sending wallet does not hold enough SOL to create a token account',
  'sender',
  'sol',
)
const TOO_FEW_TOKENS = explanation('The sending wallet does not hold enough tokens', 'sender', 'tokens')
const OTHER_TOKENS_ACCOUNT = explanation(
  "The recipient's token account belongs to another token",
  'recipient',
)
const OTHER_OWNERS_ACCOUNT = explanation(
  "The recipient's token account belongs to another owner",
  'recipient',
)
const FROZEN_ACCOUNT = explanation("The recipient's token account is frozen", 'recipient')
/** The words for a recipient's token account that can not take a payment. */
export const RECIPIENTS_FAULTS: readonly string[] = [
  OTHER_TOKENS_ACCOUNT,
  OTHER_OWNERS_ACCOUNT,
  FROZEN_ACCOUNT,
].map(({ words }) => words)
const SOURCE_GIVEN_AWAY = explanation(
  'The token account that is paid from does not belong to the sending wallet any more',
  'sender',
)
const NO_MINT = explanation('There is no mint at the address of the token any more', 'sender', 'mint')
const OTHER_DECIMALS = explanation('The mint has other decimals than the payments', 'sender', 'mint')
const OTHER_PROGRAM = explanation(
  "The recipient's token account was closed, or the token belongs to another program than before",
  'unknown',
)

/** The errors, by code, that a payout's transfer can meet in either token program (spl-token, TokenError). */
const TOKEN_ERRORS: ByName = {
  1: TOO_FEW_TOKENS,
  2: NO_MINT,
  3: OTHER_TOKENS_ACCOUNT,
  // A transfer compares the owner of the account that it takes from alone.
  4: SOURCE_GIVEN_AWAY,
  // Of either account, and the chain does not say which: see look-at-source.ts.
  17: FROZEN_ACCOUNT,
  18: OTHER_DECIMALS,
  // Token-2022 answers the same for an account that its owner has closed: no recipient may stop a run by
  // that.
  IncorrectProgramId: OTHER_PROGRAM,
}

/** By code: creating a token account fails with its own errors, and with those of the system program that it calls. */
const ASSOCIATED_TOKEN_ERRORS: ByName = {
  0: OTHER_OWNERS_ACCOUNT,
  1: TOO_LITTLE_SOL_FOR_ACCOUNT,
}

type ByName = Record<string, ChainErrorExplanation>

const INSTRUCTION_ERRORS: Record<Address, ByName> = {
  [TOKEN_PROGRAM_ADDRESS]: TOKEN_ERRORS,
  [TOKEN_2022_PROGRAM_ADDRESS]: TOKEN_ERRORS,
  [ASSOCIATED_TOKEN_PROGRAM_ADDRESS]: ASSOCIATED_TOKEN_ERRORS,
  // ResultWithNegativeLamports.
  [SYSTEM_PROGRAM_ADDRESS]: {
    1: explanation('The sending wallet does not hold enough SOL', 'sender', 'sol'),
  },
}

const TRANSACTION_ERRORS: ByName = {
  AccountNotFound: NO_SOL,
  InsufficientFundsForFee: TOO_LITTLE_SOL_FOR_FEE,
  InsufficientFundsForRent: TOO_LITTLE_SOL_FOR_RENT,
}

const OUT_OF_LAMPORTS_LOG = 'insufficient lamports'

/**
 * Puts the chain's error (its JSON, as the RPC answers it) into words. The meaning of a bare code depends on
 * the program that failed.
 */
export function explainChainError(
  error: string,
  { logs, programOfInstruction = () => null }: ChainErrorContext,
): ChainErrorExplanation {
  if (logs.some((line) => line.includes(OUT_OF_LAMPORTS_LOG))) return TOO_LITTLE_SOL_FOR_ACCOUNT
  const { name, detail } = nameAndDetail(JSON.parse(error))
  if (name !== 'InstructionError' || !Array.isArray(detail)) {
    return TRANSACTION_ERRORS[name] ?? explanation(`The chain refused it: ${inWords(name)}`, 'unknown')
  }
  const index = Number(detail[0])
  const cause = nameAndDetail(detail[1])
  const program = programOfInstruction(index)
  const key = cause.name === 'Custom' ? String(cause.detail) : cause.name
  const known = program === null ? undefined : INSTRUCTION_ERRORS[program]?.[key]
  return known ?? explanation(describeInstruction(index, program, cause), 'unknown')
}

function describeInstruction(index: number, program: Address | null, { name, detail }: NamedError): string {
  const failure = name === 'Custom' ? `code ${detail}` : `"${inWords(name)}"`
  const by = program === null ? '' : ` of program ${program}`
  return `The chain refused it: instruction ${index + 1} failed with ${failure}${by}`
}

/** An error is its name, or an object whose one field is its name (agave, TransactionError in JSON). */
interface NamedError {
  name: string
  detail: unknown
}

function nameAndDetail(error: unknown): NamedError {
  if (typeof error === 'string') return { name: error, detail: null }
  const [entry] = Object.entries(error ?? {})
  return entry ? { name: entry[0], detail: entry[1] } : { name: 'UnknownError', detail: null }
}

/** "InvalidAccountData" becomes "invalid account data". */
function inWords(name: string): string {
  return name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ').toLowerCase()
}

function explanation(
  words: string,
  fault: ChainErrorExplanation['fault'],
  lack: ChainErrorExplanation['lack'] = null,
): ChainErrorExplanation {
  return { words, fault, lack }
}

/** The token account that a wallet pays from. */
export type PayingSource = Pick<
  PayingAccount,
  'walletAddress' | 'sourceOwner' | 'tokenProgram' | 'sourceTokenAccount'
>

const SOURCE_FAULTS: Record<NonNullable<SourceFunds['problem']>, ChainErrorExplanation> = {
  closed: explanation('The token account that is paid from was closed', 'sender'),
  given_away: SOURCE_GIVEN_AWAY,
  frozen: explanation('The token account that is paid from is frozen', 'sender'),
  no_delegate: explanation(
    'The owner of the token account that is paid from does not let the sending wallet move tokens any more: the allowance was revoked, given to another, or used up',
    'sender',
    'tokens',
  ),
}
const ALLOWANCE_TOO_SMALL = explanation(
  'The owner of the token account that is paid from lets the sending wallet move fewer tokens than the next payments need',
  'sender',
  'tokens',
)
const SOURCE_TOO_SMALL = explanation(
  'The token account that is paid from holds fewer tokens than the next payments need',
  'sender',
  'tokens',
)

/**
 * Checks the source account before a rejection is attributed to a recipient: the token programs reject a
 * transfer for either of two accounts, and do not say for which; nor whether balance or allowance is too small. Throws RpcUnavailableError.
 */
export async function lookAtSource(
  reader: FailoverRpc,
  source: PayingSource,
  explanation: ChainErrorExplanation,
): Promise<ChainErrorExplanation> {
  const { fault, lack } = explanation
  if (fault === 'sender' && (lack === 'sol' || lack === 'mint' || !isDelegated(source))) return explanation
  const [state = null] = await reader.readSurely((node) => node.accounts([source.sourceTokenAccount]))
  const { problem, allowanceBaseUnits, balanceBaseUnits } = sourceFunds(state, source)
  if (problem !== null) return SOURCE_FAULTS[problem]
  // A batch whose first transfers use the allowance up has no delegate for the others: the program then speaks of the owner.
  if (allowanceBaseUnits === null || fault !== 'sender') return explanation
  return allowanceBaseUnits < balanceBaseUnits ? ALLOWANCE_TOO_SMALL : SOURCE_TOO_SMALL
}

/** Explains why the chain rejected a transaction, by the program of the instruction that failed. */
export function explainFailure(
  error: string,
  wireBytes: Uint8Array,
  logs: readonly string[] = [],
): ChainErrorExplanation {
  return explainChainError(error, {
    logs,
    programOfInstruction: (index) => programsOf(wireBytes)[index] ?? null,
  })
}

/** Explains the failure of a journaled transaction that landed. Throws RpcUnavailableError. */
export async function explainLandedFailure(
  reader: FailoverRpc,
  { tokenProgram, sourceOwner }: Pick<Run, 'tokenProgram' | 'sourceOwner'>,
  { walletAddress, sourceTokenAccount, wireBytes }: JournaledAttempt,
  error: string,
): Promise<ChainFailure> {
  const source = {
    walletAddress,
    sourceOwner: sourceOwner ?? walletAddress,
    tokenProgram,
    sourceTokenAccount,
  }
  const { words, fault } = await lookAtSource(reader, source, explainFailure(error, wireBytes))
  return { reason: words, isSendersFault: fault === 'sender' }
}
