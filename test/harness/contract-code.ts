import { type Address, encodeErrorResult, type Hex, parseAbi, size, toHex } from 'viem'

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
