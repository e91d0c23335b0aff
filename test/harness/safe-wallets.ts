import { createRequire } from 'node:module'
import {
  type Abi,
  type Address,
  concat,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  hashMessage,
  serializeErc6492Signature,
  zeroAddress,
} from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { type FaultyRpcProxy, startFaultyRpcProxy } from './node-proxies.ts'
import { type Anvil, startAnvil } from './start-anvil.ts'

interface Artifact {
  abi: Abi
  bytecode: Hex
}

const load = createRequire(import.meta.url)
const artifact = (path: string): Artifact =>
  load(`@safe-global/safe-smart-account/build/artifacts/contracts/${path}.json`)

const FACTORY = artifact('proxies/SafeProxyFactory.sol/SafeProxyFactory')
const SINGLETON = artifact('Safe.sol/Safe')
const HANDLER = artifact('handler/CompatibilityFallbackHandler.sol/CompatibilityFallbackHandler')
const MESSAGE_LIBRARY = artifact('libraries/SignMessageLib.sol/SignMessageLib')

/** The contracts that Safe wallets are made of, on one chain. */
export interface SafeContracts {
  anvil: Anvil
  factory: Address
  singleton: Address
  handler: Address
  messageLibrary: Address
}

/** A Safe wallet: its address is fixed before it is deployed, and the same on every chain with these contracts. */
export interface SafeWallet {
  address: Address
  deploy(): Promise<unknown>
  /** Returns the owners' signatures, in the order that the contract requires. */
  sign(message: string, owners: readonly PrivateKeyAccount[]): Promise<Hex>
  /** The same, as a wallet that is not deployed gives it (ERC-6492). */
  signUndeployed(message: string, owners: readonly PrivateKeyAccount[]): Promise<Hex>
  /** Records on the chain that the owners signed: the signature is then empty. */
  signOnChain(message: string, owners: readonly PrivateKeyAccount[]): Promise<Hex>
  /** Puts `next` in the place of the wallet's first owner. */
  replaceFirstOwner(next: Address, owners: readonly PrivateKeyAccount[]): Promise<void>
}

export async function deploySafeContracts(anvil: Anvil): Promise<SafeContracts> {
  const deploy = ({ abi, bytecode }: Artifact) => anvil.deploy(encodeDeployData({ abi, bytecode }))
  return {
    anvil,
    factory: await deploy(FACTORY),
    singleton: await deploy(SINGLETON),
    handler: await deploy(HANDLER),
    messageLibrary: await deploy(MESSAGE_LIBRARY),
  }
}

let wallets = 0n

/** A wallet that is not deployed yet. `salt` distinguishes wallets of the same owners. */
export async function prepareSafe(
  contracts: SafeContracts,
  owners: readonly PrivateKeyAccount[],
  threshold = owners.length,
  salt = ++wallets,
): Promise<SafeWallet> {
  const { anvil, factory, singleton, handler, messageLibrary } = contracts
  const initializer = encodeFunctionData({
    abi: SINGLETON.abi,
    functionName: 'setup',
    args: [
      owners.map((owner) => owner.address),
      BigInt(threshold),
      zeroAddress,
      '0x',
      handler,
      zeroAddress,
      0n,
      zeroAddress,
    ],
  })
  const creation = {
    abi: FACTORY.abi,
    functionName: 'createProxyWithNonce',
    args: [singleton, initializer, salt],
  }
  const { result } = await anvil.client.simulateContract({ address: factory, ...creation })
  const address = result as Address
  const factoryData = encodeFunctionData(creation)
  const domain = { chainId: anvil.chainId, verifyingContract: address }

  function signWith(signers: readonly PrivateKeyAccount[], message: Hex): Promise<Hex> {
    return collect(signers, (owner) =>
      owner.signTypedData({
        domain,
        types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
        primaryType: 'SafeMessage',
        message: { message },
      }),
    )
  }

  async function execute(signers: readonly PrivateKeyAccount[], to: Address, data: Hex, operation: number) {
    const transaction = [to, 0n, data, operation, 0n, 0n, 0n, zeroAddress, zeroAddress]
    const nonce = await anvil.client.readContract({ address, abi: SINGLETON.abi, functionName: 'nonce' })
    const hash = (await anvil.client.readContract({
      address,
      abi: SINGLETON.abi,
      functionName: 'getTransactionHash',
      args: [...transaction, nonce],
    })) as Hex
    const signatures = await collect(signers, (owner) => owner.sign({ hash }))
    await anvil.send(
      address,
      encodeFunctionData({
        abi: SINGLETON.abi,
        functionName: 'execTransaction',
        args: [...transaction, signatures],
      }),
    )
  }

  const sign = (message: string, signers: readonly PrivateKeyAccount[]) =>
    signWith(signers, hashMessage(message))

  return {
    address,
    sign,
    deploy: () => anvil.send(factory, factoryData),
    async signUndeployed(message, signers) {
      const signature = await sign(message, signers)
      return serializeErc6492Signature({ address: factory, data: factoryData, signature })
    },
    async signOnChain(message, signers) {
      const data = encodeFunctionData({
        abi: MESSAGE_LIBRARY.abi,
        functionName: 'signMessage',
        args: [hashMessage(message)],
      })
      await execute(signers, messageLibrary, data, 1)
      return '0x'
    },
    async replaceFirstOwner(next, signers) {
      const sentinel = '0x0000000000000000000000000000000000000001'
      const data = encodeFunctionData({
        abi: SINGLETON.abi,
        functionName: 'swapOwner',
        args: [sentinel, owners[0]?.address, next],
      })
      await execute(signers, address, data, 0)
    },
  }
}

/** Concatenates one signature of each signer, in the order of their addresses. */
async function collect(
  signers: readonly PrivateKeyAccount[],
  signOne: (signer: PrivateKeyAccount) => Promise<Hex>,
): Promise<Hex> {
  const sorted = signers.toSorted((a, b) => (a.address.toLowerCase() < b.address.toLowerCase() ? -1 : 1))
  return concat(await Promise.all(sorted.map(signOne)))
}

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
