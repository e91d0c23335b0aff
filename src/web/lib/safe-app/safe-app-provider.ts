import SafeAppsSDK from '@safe-global/safe-apps-sdk'
import { within } from '#domain/concurrency.ts'
import { type Eip1193Provider, WalletError } from '#web/lib/wallet/eip1193.ts'

/** A frame that is no Safe does not answer. */
const ANSWER_WITHIN_MS = 5_000

/** How often, and how many times, a Safe is asked for the signature of all owners before they are waited for elsewhere. */
const ASK_EVERY_MS = 1_500
const ASK_TIMES = 4

const UNKNOWN_METHOD = { code: 4200, message: 'A Safe does not know this method' }
const NO_ANSWER = { code: 4900, message: 'The Safe does not answer' }
const REJECTED = { code: 4001, message: 'The owner rejected the request' }

/** Answers of a Safe to a text to sign: today's apps add the signature once all owners have given theirs. */
interface SignAnswer {
  messageHash?: string
  safeTxHash?: string
  signature?: string
}

/** Creates a browser wallet's interface to the Safe whose app shows this page in a frame. Messages of other origins are not heard. */
export function createSafeApp(origins: readonly string[]): Eip1193Provider {
  const sdk = new SafeAppsSDK({ allowedDomains: origins.map(exactly) })

  async function info() {
    return within(sdk.safe.getInfo(), ANSWER_WITHIN_MS, () => NO_ANSWER)
  }

  /** Throws WalletError `sign_pending` while other owners have not signed. */
  async function sign(text: string): Promise<string> {
    await sdk.eth.setSafeSettings([{ offChainSigning: true }]).catch(() => null)
    const answer: SignAnswer = await sdk.txs.signMessage(text).catch(() => {
      throw REJECTED
    })
    if (isSignature(answer.signature)) return answer.signature
    for (let asked = 0; asked < ASK_TIMES; asked++) {
      const signature = await signatureOf(answer, text)
      if (signature !== null) return signature
      await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS))
    }
    throw new WalletError('sign_pending')
  }

  /** Returns null while it is not complete. One that was given on the chain is empty: the contract knows it. */
  async function signatureOf({ messageHash, safeTxHash }: SignAnswer, text: string): Promise<string | null> {
    if (messageHash !== undefined) {
      const signature = await sdk.safe.getOffChainSignature(messageHash).catch(() => '')
      return isSignature(signature) ? signature : null
    }
    if (safeTxHash === undefined) return null
    return (await sdk.safe.isMessageSigned(text).catch(() => false)) ? '0x' : null
  }

  return {
    async request({ method, params = [] }) {
      switch (method) {
        case 'eth_accounts':
          return info().then(
            ({ safeAddress }) => [safeAddress],
            () => [],
          )
        case 'eth_requestAccounts':
          return [(await info()).safeAddress]
        case 'eth_chainId':
          return `0x${(await info()).chainId.toString(16)}`
        case 'personal_sign':
          return sign(textOf(String(params[0])))
        default:
          throw UNKNOWN_METHOD
      }
    },
  }
}

function exactly(origin: string): RegExp {
  return new RegExp(`^${origin.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`)
}

function isSignature(value: unknown): value is string {
  return typeof value === 'string' && /^0x(?:[0-9a-f]{2})+$/i.test(value)
}

function textOf(hex: string): string {
  const bytes = (hex.slice(2).match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16))
  return new TextDecoder().decode(Uint8Array.from(bytes))
}
