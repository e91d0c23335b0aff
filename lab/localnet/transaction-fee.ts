import {
  COMPUTE_BUDGET_PROGRAM_ADDRESS,
  ComputeBudgetInstruction,
  getSetComputeUnitLimitInstructionDataDecoder,
  getSetComputeUnitPriceInstructionDataDecoder,
  identifyComputeBudgetInstruction,
} from '@solana-program/compute-budget'
import type { WireMessage } from './wire-transaction.ts'

const LAMPORTS_PER_SIGNATURE = 5000n
const MICRO_LAMPORTS_PER_LAMPORT = 1_000_000n
const MAX_COMPUTE_UNITS = 1_400_000n
const DEFAULT_PROGRAM_UNITS = 200_000n
const DEFAULT_BUILTIN_UNITS = 3000n

/** Programs that are part of the runtime itself: their instructions get few compute units by default. */
const BUILTINS = new Set<string | undefined>([
  '11111111111111111111111111111111',
  COMPUTE_BUDGET_PROGRAM_ADDRESS,
  'Vote111111111111111111111111111111111111111',
  'BPFLoader1111111111111111111111111111111111',
  'BPFLoader2111111111111111111111111111111111',
  'BPFLoaderUpgradeab1e11111111111111111111111',
  'LoaderV411111111111111111111111111111111111',
])

/** Computes the fee of a message in lamports: its signatures and its priority fee. */
export function messageFeeLamports(message: WireMessage): bigint {
  const priorityFee = message.priorityFeeLamports ?? instructedPriorityFee(message)
  return BigInt(message.header.numSignerAccounts) * LAMPORTS_PER_SIGNATURE + priorityFee
}

/** Computes the priority fee of a legacy or v0 message from its limit and price. */
function instructedPriorityFee(message: WireMessage): bigint {
  let limitUnits: bigint | undefined
  let microLamportsPerUnit = 0n
  let defaultUnits = 0n
  for (const { programAddressIndex, data = new Uint8Array() } of message.instructions) {
    const program = message.staticAccounts[programAddressIndex]
    defaultUnits += BUILTINS.has(program) ? DEFAULT_BUILTIN_UNITS : DEFAULT_PROGRAM_UNITS
    if (program !== COMPUTE_BUDGET_PROGRAM_ADDRESS) continue
    switch (identifyComputeBudgetInstruction(data)) {
      case ComputeBudgetInstruction.SetComputeUnitLimit:
        limitUnits = BigInt(getSetComputeUnitLimitInstructionDataDecoder().decode(data).units)
        break
      case ComputeBudgetInstruction.SetComputeUnitPrice:
        microLamportsPerUnit = getSetComputeUnitPriceInstructionDataDecoder().decode(data).microLamports
        break
    }
  }
  const units = min(limitUnits ?? defaultUnits, MAX_COMPUTE_UNITS)
  return (units * microLamportsPerUnit + MICRO_LAMPORTS_PER_LAMPORT - 1n) / MICRO_LAMPORTS_PER_LAMPORT
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
