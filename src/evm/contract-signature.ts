import { encodeFunctionData, type Hex, hashMessage, pad, parseAbi, parseErc6492Signature } from 'viem'
import type { EvmAddress } from '#domain/evm-address.ts'
import type { Deployment, EvmChain } from './evm-chain.ts'

const ABI = parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)'])

/** ERC-1271's magic value, as a whole word: a contract that merely echoes its input begins with the same four bytes. */
const YES = pad('0x1626ba7e', { dir: 'right' })

/**
 * Returns true when a contract wallet accepts an EIP-191 message as signed (ERC-1271). A wallet that is not deployed is
 * deployed within the call alone, as its signature says (ERC-6492); a deployed one is asked in its current state, so that
 * an owner who was removed since is not accepted. `signature` is `0x` and hex. Throws EvmChainError.
 */
export async function contractAccepts(
  chain: EvmChain,
  address: EvmAddress,
  message: string,
  signature: Hex,
): Promise<boolean> {
  const unwrapped = unwrap(signature)
  if (unwrapped === null) return false
  const data = encodeFunctionData({
    abi: ABI,
    functionName: 'isValidSignature',
    args: [hashMessage(message), unwrapped.signature],
  })
  const answer = await chain.ask(address, data, unwrapped.deployment)
  return answer?.slice(0, YES.length) === YES
}

function unwrap(wrapped: Hex): { signature: Hex; deployment: Deployment | null } | null {
  try {
    const { address, data, signature } = parseErc6492Signature(wrapped)
    return { signature, deployment: address ? { factory: address, factoryData: data } : null }
  } catch {
    return null
  }
}
