import { type Address, encodeErrorResult, type Hex, parseAbi, size, toFunctionSelector, toHex } from 'viem'

const RETURN_WORD = '60005260206000f3'
const MAGIC_ON_STACK = '631626ba7e60e01b'

/** Contracts without source: their code as deployed. */
export const CONTRACT_CODE = {
  /** Accepts every signature. */
  yes: `0x${MAGIC_ON_STACK}${RETURN_WORD}`,
  no: `0x6000${RETURN_WORD}`,
  /** Answers with its own call data, which begins with the four bytes that mean yes. */
  echo: '0x366000600037366000f3',
  /** The four bytes that mean yes, and more behind them. */
  dirtyYes: `0x7f1626ba7e${'ff'.repeat(28)}${RETURN_WORD}`,
  /** The four bytes that mean yes, and nothing behind them. */
  shortYes: `0x${MAGIC_ON_STACK}60005260046000f3`,
  /** Yes where nobody seems to have sent the transaction, as some wallets have it for simulations. */
  yesToNobody: `0x${MAGIC_ON_STACK}321502${RETURN_WORD}`,
  /** Yes where there is more gas left than a signature takes. */
  yesToTheRich: `0x${MAGIC_ON_STACK}5a629896801002${RETURN_WORD}`,
  empty: '0x00',
  reverts: '0x60006000fd',
  invalidOpcode: '0xfe',
  endless: '0x5b600056',
  /** Answers with a megabyte. */
  megabyte: '0x620fffff6000f3',
} as const satisfies Record<string, Hex>

/** Makes a contract that answers with a URL for its caller to look the answer up at (EIP-3668). */
export function lookUpAt(sender: Address, url: string): Hex {
  const data = encodeErrorResult({
    abi: parseAbi(['error OffchainLookup(address, string[], bytes, bytes4, bytes)']),
    args: [sender, [url], '0x', '0x1626ba7e', '0x'],
  })
  const length = toHex(size(data), { size: 2 }).slice(2)
  return `0x61${length}600e60003961${length}6000fd${data.slice(2)}`
}

/** The first byte of each instruction that the token takes. PUSH is written with its value: `PUSH:2a`. */
const OPCODES: Readonly<Record<string, string>> = {
  STOP: '00',
  ADD: '01',
  SUB: '03',
  MOD: '06',
  EQ: '14',
  AND: '16',
  SHR: '1c',
  KECCAK: '20',
  CALLDATALOAD: '35',
  MLOAD: '51',
  MSTORE: '52',
  SLOAD: '54',
  SSTORE: '55',
  JUMP: '56',
  JUMPI: '57',
  POP: '50',
  GAS: '5a',
  CALL: 'f1',
  DUP1: '80',
  DUP5: '84',
  SWAP1: '90',
  LOG3: 'a3',
  RETURN: 'f3',
  REVERT: 'fd',
}

/** Assembles instructions: `PUSH:<hex>`, `@label` pushes the place of `label:`. */
function assemble(source: string): string {
  const words = source.trim().split(/\s+/)
  const places = new Map<string, number>()
  const sizeOf = (word: string) => {
    if (word.startsWith('@')) return 3
    return word.startsWith('PUSH:') ? 1 + (word.length - 'PUSH:'.length) / 2 : 1
  }
  let size = 0
  for (const word of words) {
    if (word.endsWith(':')) places.set(word.slice(0, -1), size)
    size += sizeOf(word)
  }
  return words
    .map((word) => {
      if (word.endsWith(':')) return '5b'
      if (word.startsWith('@')) return `61${(places.get(word.slice(1)) ?? 0).toString(16).padStart(4, '0')}`
      if (!word.startsWith('PUSH:')) return OPCODES[word] ?? fail(word)
      const value = word.slice('PUSH:'.length)
      return (0x5f + value.length / 2).toString(16) + value
    })
    .join('')
}

function fail(word: string): never {
  throw new Error(`${word} is no instruction`)
}

const TRANSFER = 'PUSH:ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** From the holder in memory at `place` to the slot of the balance: keccak(holder . 3). */
const slotOf = (place: string) =>
  `PUSH:${place} MLOAD PUSH:00 MSTORE PUSH:03 PUSH:20 MSTORE PUSH:40 PUSH:00 KECCAK`

/** Puts the holder of a number on the stack into memory at `place`: the last twenty bytes of keccak(number). */
const holderTo = (place: string) =>
  `PUSH:00 MSTORE PUSH:20 PUSH:00 KECCAK PUSH:${'ff'.repeat(20)} AND PUSH:${place} MSTORE`

const ADD_TO = (place: string) => `${slotOf(place)} DUP1 SLOAD PUSH:c0 MLOAD ADD SWAP1 SSTORE`
const TAKE_FROM = (place: string) => `${slotOf(place)} DUP1 SLOAD PUSH:c0 MLOAD SWAP1 SUB SWAP1 SSTORE`

const calledAs = (signature: string) => `PUSH:${toFunctionSelector(`function ${signature}`).slice(2)}`

/** Repeats for each number from the first argument on, as many times as the second says. The number is on the stack. */
const loop = (name: string, body: string) => `
  ${name}:
    PUSH:04 CALLDATALOAD
  ${name}Next:
    DUP1 PUSH:24 CALLDATALOAD PUSH:04 CALLDATALOAD ADD EQ @done JUMPI
    ${body}
    PUSH:01 ADD @${name}Next JUMP`

/**
 * An ERC-20 with 6 decimals whose balances are at slot 3, and that anybody may mint and move. The holder of a number is the last twenty
 * bytes of its hash. `mints(first, count, amount)` mints for the holders of numbers; `moves(first, count, step)` has each send 1 to 7 units to
 * the holder of the number `step` further on; `giveSilently` raises a balance without a log.
 */
const RUNTIME = assemble(`
  PUSH:00 CALLDATALOAD PUSH:e0 SHR
  DUP1 ${calledAs('balanceOf(address)')} EQ @balanceOf JUMPI
  DUP1 ${calledAs('totalSupply()')} EQ @totalSupply JUMPI
  DUP1 ${calledAs('decimals()')} EQ @decimals JUMPI
  DUP1 ${calledAs('mints(uint256,uint256,uint256)')} EQ @mints JUMPI
  DUP1 ${calledAs('moves(uint256,uint256,uint256)')} EQ @moves JUMPI
  DUP1 ${calledAs('giveSilently(address,uint256)')} EQ @silently JUMPI
  PUSH:00 PUSH:00 REVERT
  balanceOf:
    PUSH:04 CALLDATALOAD PUSH:80 MSTORE ${slotOf('80')} SLOAD PUSH:00 MSTORE PUSH:20 PUSH:00 RETURN
  totalSupply:
    PUSH:02 SLOAD PUSH:00 MSTORE PUSH:20 PUSH:00 RETURN
  decimals:
    PUSH:06 PUSH:00 MSTORE PUSH:20 PUSH:00 RETURN
  silently:
    PUSH:04 CALLDATALOAD PUSH:80 MSTORE PUSH:24 CALLDATALOAD PUSH:c0 MSTORE ${ADD_TO('80')} STOP
  ${loop(
    'mints',
    `DUP1 ${holderTo('80')} PUSH:44 CALLDATALOAD PUSH:c0 MSTORE ${ADD_TO('80')}
     PUSH:02 SLOAD PUSH:c0 MLOAD ADD PUSH:02 SSTORE
     PUSH:80 MLOAD PUSH:00 ${TRANSFER} PUSH:20 PUSH:c0 LOG3`,
  )}
  ${loop(
    'moves',
    `DUP1 ${holderTo('80')} DUP1 PUSH:44 CALLDATALOAD ADD ${holderTo('a0')}
     DUP1 PUSH:07 SWAP1 MOD PUSH:01 ADD PUSH:c0 MSTORE
     ${TAKE_FROM('80')} ${ADD_TO('a0')}
     PUSH:a0 MLOAD PUSH:80 MLOAD ${TRANSFER} PUSH:20 PUSH:c0 LOG3`,
  )}
  done: STOP
`)

export const TOKEN_ABI = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function mints(uint256 first, uint256 count, uint256 amount)',
  'function moves(uint256 first, uint256 count, uint256 step)',
  'function giveSilently(address holder, uint256 amount)',
])

/** Returns the code that deploys a contract. */
const deploying = (runtime: string): Hex =>
  `0x61${(runtime.length / 2).toString(16).padStart(4, '0')}80600a3d393df3${runtime}`

export const TOKEN_BYTECODE = deploying(RUNTIME)

/** A contract that pays the chain's coin out of its balance: to the holder of each number from `first` on, `amount` and the number itself. */
export const PAYER_BYTECODE = deploying(
  assemble(`
  PUSH:00 CALLDATALOAD PUSH:e0 SHR
  ${calledAs('pays(uint256,uint256,uint256)')} EQ @pays JUMPI
  PUSH:00 PUSH:00 REVERT
  ${loop(
    'pays',
    `DUP1 ${holderTo('80')}
     PUSH:00 PUSH:00 PUSH:00 PUSH:00 DUP5 PUSH:44 CALLDATALOAD ADD PUSH:80 MLOAD GAS CALL POP`,
  )}
  done: STOP
`),
)

export const PAYER_ABI = parseAbi(['function pays(uint256 first, uint256 count, uint256 amount)'])
