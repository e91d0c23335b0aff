import type { AmountField } from './cell-text.ts'

/** The name that is given to the key of a JSON object that maps addresses to amounts, and to its value. */
export const KEY_COLUMN = '(key)'
export const VALUE_COLUMN = '(value)'

/** Ferry's workbooks have the exact text of a number here that a spreadsheet has rounded, as it is compared. */
export const EXACT_COLUMN = 'exactamountwhererounded'

/** An export that is known by its columns' names. */
interface KnownExport {
  source: string
  address: readonly string[]
  amount: readonly string[]
  /** Columns that it has besides: any of each group. */
  besides?: readonly (readonly string[])[]
  /** Other columns of it that have numbers: none of them is meant. */
  others?: readonly string[]
  unit: AmountField
  /** False where the same columns are known from exports in the other unit, or where tools differ. */
  isUnitCertain: boolean
}

const HOLDER = ['holderaddress']

/**
 * The exports that holder lists come from, the most telling first. Names are compared without letter case and signs. Headers and units as in
 * the exports of Etherscan and its kin, Blockscout, Moralis, Covalent, Safe, geth, Uniswap, OpenZeppelin, Snapshot and Dune.
 */
export const KNOWN_EXPORTS: readonly KnownExport[] = [
  {
    source: "Ferry's own export",
    address: ['evmaddress'],
    amount: ['amount'],
    besides: [[EXACT_COLUMN, 'submittedat']],
    others: [EXACT_COLUMN],
    unit: 'amountUA',
    isUnitCertain: true,
  },
  {
    source: 'a Safe airdrop file',
    address: ['receiver', 'recipient'],
    amount: ['amount', 'value'],
    besides: [['tokenaddress', 'tokentype']],
    unit: 'amountUA',
    isUnitCertain: true,
  },
  {
    source: "Ankr's token holders",
    address: HOLDER,
    amount: ['balancerawinteger'],
    others: ['balance'],
    unit: 'amountWei',
    isUnitCertain: true,
  },
  {
    source: "Moralis' token owners",
    address: ['owneraddress'],
    amount: ['balance'],
    others: ['balanceformatted'],
    unit: 'amountWei',
    isUnitCertain: true,
  },
  {
    source: "Covalent's token holders",
    address: ['address'],
    amount: ['balance'],
    besides: [['contractdecimals']],
    others: ['balance24h', 'quote', 'quoterate'],
    unit: 'amountWei',
    isUnitCertain: true,
  },
  {
    source: "geth's account dump",
    address: [KEY_COLUMN, 'address'],
    amount: ['balance'],
    besides: [['codehash', 'nonce']],
    others: ['key'],
    unit: 'amountWei',
    isUnitCertain: true,
  },
  {
    source: "Uniswap's list of earnings",
    address: ['address'],
    amount: ['earnings'],
    unit: 'amountWei',
    isUnitCertain: false,
  },
  {
    source: 'a Merkle distributor',
    address: [KEY_COLUMN, 'address', 'account'],
    amount: ['amount'],
    besides: [['proof']],
    unit: 'amountWei',
    isUnitCertain: false,
  },
  {
    source: "OpenZeppelin's Merkle tree",
    address: ['value[0]', 'value[1]'],
    amount: ['value[1]', 'value[2]'],
    unit: 'amountWei',
    isUnitCertain: true,
  },
  {
    source: "Blockscout's token holders",
    address: ['address.hash'],
    amount: ['value'],
    unit: 'amountWei',
    isUnitCertain: true,
  },
  {
    source: "an explorer's API",
    address: ['tokenholderaddress'],
    amount: ['tokenholderquantity'],
    unit: 'amountWei',
    isUnitCertain: false,
  },
  {
    source: "an explorer's holder export",
    address: HOLDER,
    amount: ['balance', 'quantity'],
    unit: 'amountUA',
    isUnitCertain: false,
  },
  {
    source: "Snapshot's scores",
    address: ['voter', 'address', 'choiceaddress'],
    amount: ['score', 'scores', 'vp', 'votingpower'],
    unit: 'amountUA',
    isUnitCertain: false,
  },
  {
    source: 'a map of addresses to amounts',
    address: [KEY_COLUMN],
    amount: [VALUE_COLUMN],
    unit: 'amountWei',
    isUnitCertain: false,
  },
]

/** Names of a column of addresses that are understood whatever export they come from. */
export const ADDRESS_NAMES: ReadonlySet<string> = new Set(
  `address addr adresse holderaddress holder owneraddress owner account accountaddress wallet walletaddress ethaddress
  ethereumaddress evmaddress useraddress user receiver recipient tokenholderaddress beneficiary claimant claimer voter
  receiveraddress recipientaddress toaddress to from fromaddress sender senderaddress delegate
  dirección direccion endereço carteira billetera cartera адрес кошелек 地址 アドレス 주소`.split(/\s+/),
)

/** What an object of a subgraph is named by: an address, where it is an account. */
export const ID_NAME = /(?:^|\.)id$/

/** Names of a column of amounts, with the unit that they say; null where they say none. */
const AMOUNT_NAMES: ReadonlyMap<string, AmountField | null> = new Map([
  ...named(
    'amountWei',
    'amountwei balancewei weiamount weibalance wei rawbalance balanceraw rawamount amountraw rawvalue valueraw valuewei quantitywei',
  ),
  ...named(
    'amountUA',
    'amountua amounttokens balancetokens tokenamount tokens balanceformatted amountformatted formattedbalance formattedamount',
  ),
  ...named(
    null,
    `amount balance quantity value total tokenbalance holdings earnings betrag menge allocation votingpower
    cantidad saldo quantité quantidade montant количество баланс 数量 余额 残高 수량 잔액`,
  ),
])

function named(unit: AmountField | null, names: string): [string, AmountField | null][] {
  return names.split(/\s+/).map((name) => [name, unit])
}

/** Names of the decimals of the list's token, as they are compared. */
export const DECIMALS_NAMES = ['contractdecimals', 'tokendecimals', 'decimals']

/** Facts that a file states about its list as a whole. Any other member or row beside the holders may be one of them. */
const FILE_FACTS: ReadonlySet<string> = new Set(
  `decimals tokendecimals contractdecimals block blocknumber blockheight blockhash snapshot snapshotblock height slot
  total totals totalamount totalbalance totalsupply totaltokens supply sum count holders holderscount holdercount rows rowcount addresses
  timestamp time date createdat updatedat generatedat takenat asof name title description comment note notes source version format
  type unit units symbol ticker token tokenname tokensymbol tokenaddress contract contractaddress chain chainname chainid network
  root merkleroot stateroot hash`.split(/\s+/),
)

/** Tells whether a name is one of a fact about the list. */
export function isFileFact(name: string): boolean {
  return FILE_FACTS.has(lastOfPath(comparableName(name)))
}

/** A unit in brackets after a column's name: "Balance (wei)". Any other may be a currency, and is left to the operator. */
const BRACKETED_UNIT = /\s*[([]\s*(?:in )?(?:(raw|wei|raw wei)|tokens?)\s*[)\]]$/i

/** Reduces a column's name to what it is compared by: letters, digits and the signs of a JSON path. */
export function comparableName(name: string): string {
  const unit = (_: string, wei: string | undefined) => (wei === undefined ? 'tokens' : 'wei')
  return name
    .trim()
    .replace(BRACKETED_UNIT, unit)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}()[\].]/gu, '')
}

/** Reduces a name to what its spellings have in common: letter case, spaces and the signs between words make no other name. */
export function spellingOf(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, '')
}

/** Tells whether another of the names is the same in some spelling: nobody could say which of the two is meant. */
export function isNamedTwice(names: readonly string[], index: number): boolean {
  const spelling = spellingOf(names[index] ?? '')
  return names.some((name, at) => at !== index && spellingOf(name) === spelling)
}

/** The unit that a column's name says; undefined where the name is none of an amount, null where it says no unit. */
export function unitOfName(name: string): AmountField | null | undefined {
  const compared = comparableName(name)
  return AMOUNT_NAMES.get(compared) ?? AMOUNT_NAMES.get(lastOfPath(compared))
}

/** Tells whether a name is one of a column of addresses. */
export function isAddressName(name: string): boolean {
  const compared = comparableName(name)
  return ADDRESS_NAMES.has(compared) || ADDRESS_NAMES.has(lastOfPath(compared))
}

/** Words that say that a column of numbers is none of amounts, whatever stands beside them. */
const OTHER_NUMBERS: ReadonlySet<string> = new Set(
  `rank rang percent percentage pct ratio index idx id ids price preis usd eur gbp usdt usdc dollar dollars euro euros supply
  decimals nonce chainid type status code proof choice age phone zip root hash`.split(/\s+/),
)

/** Words that say so unless a word for an amount stands beside them: "number of tokens", "balance at block". */
const COUNTS: ReadonlySet<string> = new Set(
  `n no nr num number row line count transactions transfers txs tx txn level tier group share block blockno height slot timestamp time
  date datum day year epoch start end cliff duration chain network version address wallet`.split(/\s+/),
)

const AMOUNT_WORD = /token|amount|balance|quantity|total|owed|stake|alloc|betrag|menge|anzahl|sum/

/** Tells whether a column's name explains numbers that are no amounts: a rank, a percentage, a block, a price. */
export function isExplained(name: string): boolean {
  const words = lastOfPathIn(name)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
  if (words.some((word) => OTHER_NUMBERS.has(word))) return true
  return words.some((word) => COUNTS.has(word)) && !words.some((word) => AMOUNT_WORD.test(word))
}

function lastOfPathIn(name: string): string {
  return name.includes('[') ? name : name.slice(name.lastIndexOf('.') + 1)
}

/** What a column's name says of its amounts, other than that they are tokens. */
const SAYS =
  /\b(?:usd[ct]?|eur|gbp|dollars?|euros?|thousands?|millions?|mio|k|x ?\d+|staked|vested|locked|spent|price|raw|g?wei|lamports?|(?:base|atomic) units?)\b|[$€£]/i

/** Returns the word of a column's name that says something else of its amounts than that they are whole tokens; null for none. */
export function otherMeaningOf(name: string): string | null {
  return SAYS.exec(name.replace(/[_-]/g, ' ').replace(/([a-z])([A-Z])/g, '$1 $2'))?.[0] ?? null
}

/** The last piece of a JSON path: "amount" of "balance.amount", and of the "amount.hex" of ethers. One of several in an array is none. */
function lastOfPath(compared: string): string {
  const path = compared.replace(/\.hex$/, '')
  return path.includes('[') ? path : path.slice(path.lastIndexOf('.') + 1)
}
