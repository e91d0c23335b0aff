import { accountMethods } from './account-methods.ts'
import { chainMethods } from './chain-methods.ts'
import type { Cluster } from './cluster.ts'
import type { Faucet } from './faucet.ts'
import { historyMethods } from './history-methods.ts'
import type { RpcCall } from './json-rpc.ts'
import { RPC_ERROR_CODES, RpcError } from './rpc-error.ts'
import type { RpcMethods } from './rpc-method.ts'
import { tokenMethods } from './token-methods.ts'
import { transactionMethods } from './transaction-methods.ts'

/** Every method that the localnet answers, as one function. Throws RpcError. */
export function createRpcCall(cluster: Cluster, faucet: Faucet): RpcCall {
  const methods: RpcMethods = {
    ...chainMethods(cluster, faucet.address),
    ...accountMethods(cluster),
    ...tokenMethods(cluster),
    ...transactionMethods(cluster, faucet),
    ...historyMethods(cluster),
  }
  return async (method, params) => {
    const answer = Object.hasOwn(methods, method) ? methods[method] : undefined
    if (!answer) throw new RpcError(RPC_ERROR_CODES.methodNotFound, 'Method not found')
    return answer(params)
  }
}
