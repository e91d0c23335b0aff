import { accountMethods } from './account-methods.ts'
import { chainMethods } from './chain-methods.ts'
import { historyMethods } from './history-methods.ts'
import { RPC_ERROR_CODES, RpcError } from './rpc-error.ts'
import type { RpcMethods } from './rpc-method.ts'
import type { RpcNode } from './rpc-node.ts'
import { tokenMethods } from './token-methods.ts'
import { transactionMethods } from './transaction-methods.ts'

const METHODS: RpcMethods = {
  ...chainMethods,
  ...accountMethods,
  ...tokenMethods,
  ...transactionMethods,
  ...historyMethods,
}

/** Answers any method that the localnet knows, as that node. Throws RpcError. */
export async function answerMethod(method: string, params: unknown, node: RpcNode): Promise<unknown> {
  const answer = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined
  if (!answer) throw new RpcError(RPC_ERROR_CODES.methodNotFound, 'Method not found')
  return answer(params, node)
}
