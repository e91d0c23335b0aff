import { encodeFunctionData, type Hex, hashMessage, pad, parseAbi, parseErc6492Signature } from 'viem'
import type { SignedBy } from '#domain/claim-message.ts'
import type { EvmAddress } from '#domain/evm-address.ts'
import { CheckBudget } from './check-budget.ts'
import { connectChains, type Deployment, type EvmChain, EvmChainError } from './evm-chain.ts'
import { isCounterfactual, isHexBytes, type SignatureProblem } from './read-signature.ts'
import type { SignerCheck } from './signer-check.ts'

/** A message, and the account that is said to have signed it. */
export interface SignedMessage {
  address: EvmAddress
  message: string
  /** `0x` and hex. */
  signature: string
  /** The chain of the account, should it be a contract. */
  chainId: number
}

/**
 * The kind of signer that agreed for the account, or why none did. `contract_wallet`: only a contract could decide, and no
 * node of its chain is configured. `contract_checked_elsewhere`: the same, and it is a contract on a chain that can be asked.
 * `wallet_checks_busy`: too much is asked of nodes already. `chainId` is the chain that the contract was found on, or that can not be asked.
 */
export type AccountResult =
  | { signedBy: SignedBy }
  | { problem: SignatureProblem | 'no_contract_on_chain' | 'wallet_checks_busy' }
  | {
      problem:
        | 'contract_on_other_chain'
        | 'contract_checked_elsewhere'
        | 'evm_rpc_unreachable'
        | 'evm_rpc_wrong_chain'
      chainId: number
    }

/** Tells whether an account, a key's or a contract's, agreed to a message. */
export interface AccountCheck {
  /**
   * Checks for a client, who is null where clients can not be told apart. Rejects only when the thread that recovers keys ends before
   * it answers.
   */
  check(signed: SignedMessage, client: string | null): Promise<AccountResult>
  /** Asks every chain once, so that the operator sees a wrong URL before a claimant does. */
  probe(): Promise<void>
}

interface AccountCheckOptions {
  signers: SignerCheck
  /** By chain id; contract wallets can be checked on these chains alone. */
  rpcUrls: ReadonlyMap<number, string>
  /** Called whenever a chain can not be asked: the operator has to know. */
  onTrouble?(error: Error): void
  budget?: CheckBudget
}

const NOBODY = `0x${'0'.repeat(40)}` as EvmAddress

/**
 * Creates the check of signatures. One by the account's own key is accepted without asking any chain: a crowd costs no
 * calls, and no node's failure stops it. Everything else follows ERC-6492: the magic suffix, then deployed code, then the
 * key's problem.
 */
export function createAccountCheck(options: AccountCheckOptions): AccountCheck {
  const { signers, rpcUrls, onTrouble = () => {}, budget = new CheckBudget() } = options
  const chains = connectChains(rpcUrls)

  /** Returns the first other chain that has code at the address. */
  async function chainElsewhere(
    address: EvmAddress,
    than: EvmChain | null,
    options: { fresh: boolean },
  ): Promise<number | null> {
    for (const chain of chains.values()) {
      if (chain !== than && (await chain.hasCode(address, options))) return chain.chainId
    }
    return null
  }

  /** Finds the chain on which a contract could be checked, whose own chain has no node. It only improves the error. */
  async function checkedElsewhere(
    { address }: SignedMessage,
    client: string | null,
    keyProblem: SignatureProblem,
  ): Promise<AccountResult> {
    const find = () => chainElsewhere(address, null, { fresh: false })
    const chainId = await budget.run(client, find).catch((error) => {
      if (!(error instanceof EvmChainError)) throw error
      onTrouble(error)
      return null
    })
    return chainId === null ? { problem: keyProblem } : { problem: 'contract_checked_elsewhere', chainId }
  }

  async function askContract(chain: EvmChain, signed: SignedMessage, keyProblem: SignatureProblem) {
    const { address, message, signature } = signed
    const mayBeDeployed = isCounterfactual(signature)
    // That there is no code decides about a counterfactual signature: an old answer or none will not do. Else it only improves the error.
    const options = { fresh: mayBeDeployed }
    if (!(await chain.hasCode(address, options))) {
      const elsewhere = await chainElsewhere(address, chain, options).catch((error) => {
        if (mayBeDeployed || !(error instanceof EvmChainError)) throw error
        onTrouble(error)
        return null
      })
      if (elsewhere !== null) return { problem: 'contract_on_other_chain', chainId: elsewhere } as const
      if (!mayBeDeployed) {
        return { problem: keyProblem === 'contract_wallet' ? 'no_contract_on_chain' : keyProblem } as const
      }
    }
    const accepts = await contractAccepts(chain, address, message, signature as `0x${string}`)
    return accepts ? ({ signedBy: 'contract' } as const) : ({ problem: 'bad_signature' } as const)
  }

  return {
    async probe() {
      const asked = Array.from(chains.values(), (chain) => chain.hasCode(NOBODY))
      for (const answer of await Promise.allSettled(asked)) {
        if (answer.status === 'rejected') onTrouble(answer.reason)
      }
    },

    async check(signed, client) {
      if (!isHexBytes(signed.signature)) return { problem: 'bad_signature' }
      const recovered = await signers.recover(signed.message, signed.signature)
      if ('signer' in recovered && recovered.signer === signed.address) return { signedBy: 'key' }

      const keyProblem = 'problem' in recovered ? recovered.problem : 'bad_signature'
      const chain = chains.get(signed.chainId)
      if (!chain) return checkedElsewhere(signed, client, keyProblem)
      try {
        const asked = await budget.run(client, () => askContract(chain, signed, keyProblem))
        return asked ?? { problem: 'wallet_checks_busy' }
      } catch (error) {
        if (!(error instanceof EvmChainError)) throw error
        onTrouble(error)
        return { problem: `evm_rpc_${error.trouble}`, chainId: error.chainId }
      }
    },
  }
}

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
