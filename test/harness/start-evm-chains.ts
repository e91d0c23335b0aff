import { type FaultyRpcProxy, startFaultyRpcProxy } from './faulty-rpc-proxy.ts'
import { deploySafeContracts, type SafeContracts } from './safe-wallets.ts'
import { type Anvil, startAnvil } from './start-anvil.ts'

/** Two EVM chains with Safe's contracts, the second behind a node that can fail. */
export interface EvmChains {
  bsc: Anvil
  egon: Anvil
  /** The proxy of EgonCoin's node. */
  node: FaultyRpcProxy
  onBsc: SafeContracts
  onEgon: SafeContracts
  close(): Promise<void>
}

export async function startEvmChains(): Promise<EvmChains> {
  const [bsc, egon] = await Promise.all([startAnvil(56), startAnvil(271)])
  const [onBsc, onEgon] = await Promise.all([deploySafeContracts(bsc), deploySafeContracts(egon)])
  const node = await startFaultyRpcProxy(egon.url)
  return {
    bsc,
    egon,
    node,
    onBsc,
    onEgon,
    async close() {
      await Promise.all([bsc.stop(), node.close(), egon.stop()])
    },
  }
}
