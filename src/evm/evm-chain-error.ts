/** The reason why a chain can not be asked: its node gives no usable answer, or the URL leads to another chain's node. */
export type EvmChainTrouble = 'unreachable' | 'wrong_chain'

/** A chain can not be asked just now. The message is for the operator's log, and never carries the URL: it may hold a key. */
export class EvmChainError extends Error {
  override name = 'EvmChainError'
  readonly chainId: number
  readonly trouble: EvmChainTrouble

  constructor(chainId: number, trouble: EvmChainTrouble, message: string) {
    super(message)
    this.chainId = chainId
    this.trouble = trouble
  }
}
