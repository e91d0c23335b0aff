import type { FaultPlanInput } from './fault-plan.ts'
import type { ProfileRequest } from './fault-profiles.ts'
import type { FaultStatus } from './faults.ts'

/** Sets the fault plan of the localnet behind the URL. Throws when it does not accept the plan. */
export async function switchFaults(
  rpcUrl: string,
  plan: FaultPlanInput | ProfileRequest,
): Promise<FaultStatus> {
  return readStatus(await fetch(new URL('/faults', rpcUrl), { method: 'POST', body: JSON.stringify(plan) }))
}

/** Reads the faults so far from the localnet behind the URL. */
export async function readFaults(rpcUrl: string): Promise<FaultStatus> {
  return readStatus(await fetch(new URL('/faults', rpcUrl)))
}

async function readStatus(response: Response): Promise<FaultStatus> {
  if (!response.ok) throw new Error(`The localnet refused the fault plan: ${await response.text()}`)
  return (await response.json()) as FaultStatus
}
