import {
  AmountSyntaxError,
  formatDecimalUnits,
  parseAmountUAAsWei,
  parseWei,
  type Wei,
} from '#domain/amounts.ts'
import { readEvmAddress } from '#domain/evm-address.ts'
import { fromHex, type Keccak, toHex } from './bytes.ts'
import { listLeaf } from './list-tree.ts'
import { climb } from './merkle-tree.ts'
import {
  type Facts,
  notProved,
  proved,
  ROOT_MISSING,
  readRoot,
  refuted,
  type Verdict,
  VerdictError,
} from './verdict.ts'

/** A proof as the portal gives it. */
export interface AllocationProof {
  index: number
  address: string
  amountWei: string
  root: string
  proof: readonly string[]
}

interface ProofCheck {
  /** The text of one proof, or of an array of them. */
  proof: string
  /** As entered; may be empty. */
  root: string
  /** What the proof is to be of; may be empty. */
  address?: string
  /** In whole coins; may be empty. */
  amountUA?: string
  coinDecimals: number
}

const HASH = /^0x[0-9a-f]{64}$/

/** More siblings than that no list has. */
const MAX_DEPTH = 64

/** A leaf holds a place as a number of 32 bits here: of a larger one the upper bits would be lost. */
const MAX_INDEX = 2 ** 32 - 1

const NOT_A_PROOF =
  'This is not a proof that can be read: it may be damaged, or another file. Download it again from the portal.'

/** Checks one proof, or each of several, against the published root and what it is to prove. */
export function checkProofs(keccak: Keccak, check: ProofCheck): Verdict {
  const root = readRoot(check.root)
  const proofs = readProofs(check.proof)
  const first = proofs[0] as AllocationProof
  for (const proof of proofs) {
    const objection = objectionTo(keccak, proof, root ?? first.root)
    if (objection !== null) return refuted(objection, factsOf(proof, check.coinDecimals))
  }
  const facts: Facts =
    proofs.length === 1
      ? factsOf(first, check.coinDecimals)
      : [
          ['Proofs', String(proofs.length)],
          ['Root of the proofs', first.root],
        ]
  const mismatch = mismatchOf(meantOf(proofs, check), check)
  if (mismatch !== null) return refuted(mismatch, facts)
  if (root === null) return notProved(ROOT_MISSING, facts)
  if (proofs.length > 1)
    return proved(`All ${proofs.length} rows are in the list that the published root stands for.`, facts)
  return proved('This address has this amount in the list that the published root stands for.', facts)
}

function objectionTo(keccak: Keccak, proof: AllocationProof, root: string): string | null {
  if (proof.root !== root) {
    return 'This proof is of another list: the root it names is not the published one.'
  }
  const leaf = listLeaf(keccak, proof.index, { address: proof.address, amountWei: BigInt(proof.amountWei) })
  return toHex(climb(keccak, leaf, proof.proof.map(fromHex))) === root
    ? null
    : 'This proof does not lead to the root: its address, amount, place or one of its hashes is not the one in the list.'
}

/** Of several proofs what was entered is held against that of the address; where none is, against the first. */
function meantOf(
  proofs: readonly AllocationProof[],
  { address = '', amountUA = '' }: ProofCheck,
): AllocationProof {
  const [first] = proofs as [AllocationProof]
  if (proofs.length > 1 && address.trim() === '' && amountUA.trim() !== '')
    throw unreadable('These are several proofs: enter the address as well, or no amount.')
  const entered = readEvmAddress(address.trim())
  return proofs.find((proof) => proof.address === entered) ?? first
}

function mismatchOf(
  proof: AllocationProof,
  { address = '', amountUA = '', coinDecimals }: ProofCheck,
): string | null {
  if (address.trim() !== '') {
    const expected = readEvmAddress(address.trim())
    if (expected === null)
      throw unreadable('The address takes 0x and 40 hexadecimal digits. Check what you entered.')
    if (expected !== proof.address)
      return 'The proof is right, but it is of another address than the one you entered.'
  }
  if (amountUA.trim() !== '' && readAmount(amountUA.trim(), coinDecimals) !== BigInt(proof.amountWei)) {
    return 'The proof is right, but the list has another amount for this address than the one you entered.'
  }
  return null
}

function readAmount(text: string, coinDecimals: number): Wei {
  try {
    return parseAmountUAAsWei(text, coinDecimals)
  } catch (error) {
    if (!(error instanceof AmountSyntaxError)) throw error
    throw unreadable(
      'The amount takes digits and at most one point, without separators. Check what you entered.',
    )
  }
}

function factsOf({ address, amountWei, index, root }: AllocationProof, coinDecimals: number): Facts {
  return [
    ['Address', address],
    ['Amount in the smallest unit', amountWei],
    [`Amount, with ${coinDecimals} decimals`, formatDecimalUnits(BigInt(amountWei), coinDecimals)],
    ['Place in the list', String(index)],
    ['Root of the proof', root],
  ]
}

function readProofs(text: string): AllocationProof[] {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw unreadable(NOT_A_PROOF)
  }
  const proofs = (Array.isArray(parsed) ? parsed : [parsed]).map(readProof)
  if (proofs.length === 0) throw unreadable(NOT_A_PROOF)
  return proofs
}

function readProof(value: unknown): AllocationProof {
  const { index, address, amountWei, root, proof } = Object(value)
  const isProof =
    Number.isSafeInteger(index) &&
    index >= 0 &&
    index <= MAX_INDEX &&
    typeof address === 'string' &&
    readEvmAddress(address) === address &&
    isWei(amountWei) &&
    isHash(root) &&
    Array.isArray(proof) &&
    proof.length <= MAX_DEPTH &&
    proof.every(isHash)
  if (!isProof) throw unreadable(NOT_A_PROOF)
  return { index, address, amountWei, root, proof }
}

const isHash = (value: unknown): boolean => typeof value === 'string' && HASH.test(value)

function isWei(value: unknown): boolean {
  try {
    return typeof value === 'string' && parseWei(value) >= 0n
  } catch {
    return false
  }
}

const unreadable = (sentence: string) => new VerdictError(notProved(sentence))
