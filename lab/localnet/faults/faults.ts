import { z } from 'zod'
import type { HttpReply, RpcCall } from '#lab/localnet/json-rpc.ts'
import { answerMethod } from '#lab/localnet/rpc-methods.ts'
import type { RpcNode } from '#lab/localnet/rpc-node.ts'
import type { OutOfBand } from '#lab/localnet/rpc-server.ts'
import { ClusterFaults, FaultCounter, type FaultCounts } from './cluster-faults.ts'
import { type FaultPlan, type FaultPlanInput, faultPlanSchema } from './fault-plan.ts'
import { type ProfileRequest, planOf } from './fault-profiles.ts'
import { AnswerExchange, isMislabelling, mislabel } from './mislabel.ts'
import { type DrawnFault, PlanInForce } from './plan-in-force.ts'
import {
  applyResponseFault,
  Deliveries,
  type Interruption,
  interrupt,
  type ResponseFault,
} from './response-fault.ts'

interface FaultStatus {
  plan: FaultPlan
  /** True while new faults happen. Transactions that are on their way when they end are still delivered. */
  active: boolean
  /** The tip's slot. */
  slot: number
  /** Counts since the localnet started, over all plans. */
  counts: FaultCounts
}

/** Injects faults between the clients and an honest node, and between the clock and the cluster. */
export interface Faults {
  call: RpcCall
  /** Closes a slot and opens the next one. */
  tick(): void
  /** Replaces the plan in force. What was pruned is available again. Throws ZodError. */
  use(plan: FaultPlanInput): void
  status(): FaultStatus
}

/** Creates the fault injection, without any faults at first. */
export function createFaults(honest: RpcNode, nowMs: () => number = Date.now): Faults {
  const { cluster } = honest
  const counter = new FaultCounter()
  const deliveries = new Deliveries(cluster)
  const exchange = new AnswerExchange()
  let { inForce, clusterFaults, sinceSlot } = enforce({ seed: 0 })

  function enforce(plan: FaultPlanInput) {
    const inForce = new PlanInForce(faultPlanSchema.parse(plan), nowMs())
    const sinceSlot = cluster.chain.tip.slot
    const standsStill = inForce.plan.rules.some(({ kind }) => kind === 'standStill')
    cluster.keepFrom(standsStill ? sinceSlot : null)
    return { inForce, sinceSlot, clusterFaults: new ClusterFaults(inForce, cluster, deliveries, counter) }
  }

  function isActive(): boolean {
    return inForce.isActive(cluster.chain.tip.slot, nowMs())
  }

  async function suffer(
    drawn: readonly DrawnFault[],
    when: 'before' | 'after',
    signal: AbortSignal,
  ): Promise<void> {
    for (const fault of drawn) {
      if (!isInterruption(fault) || fault.rule.when !== when) continue
      counter.add(fault.rule.kind)
      await interrupt(fault, cluster.chain.tip.slot, signal)
    }
  }

  function nodeUnder(drawn: readonly DrawnFault[], params: unknown): RpcNode {
    const { firstAvailableSlot } = isActive() ? clusterFaults : honest
    return drawn.filter(isResponseFault).reduce(
      (node, fault) => {
        const triggered = () => counter.add(fault.rule.kind)
        const relayed = () => counter.add('relayedTransactions')
        return applyResponseFault(node, fault, { deliveries, params, sinceSlot, triggered, relayed })
      },
      { ...honest, firstAvailableSlot },
    )
  }

  return {
    async call(method, params, { id, signal }) {
      const drawn = isActive() ? inForce.draw(method, cluster.chain.tip.slot, nowMs()) : []
      await suffer(drawn, 'before', signal)
      const result = await answerMethod(method, params, nodeUnder(drawn, params))
      await suffer(drawn, 'after', signal)
      const triggered = (fault: DrawnFault) => counter.add(fault.rule.kind)
      return mislabel({ method, id, result }, drawn.filter(isMislabelling), { exchange, triggered })
    },
    tick() {
      if (isActive()) clusterFaults.trigger()
      cluster.tick()
      deliveries.deliverDue()
    },
    use(plan) {
      ;({ inForce, clusterFaults, sinceSlot } = enforce(plan))
    },
    status: () => ({
      plan: inForce.plan,
      active: isActive(),
      slot: cluster.chain.tip.slot,
      counts: counter.counts(),
    }),
  }
}

function isInterruption(fault: DrawnFault): fault is DrawnFault<Interruption> {
  return 'when' in fault.rule
}

function isResponseFault(fault: DrawnFault): fault is DrawnFault<ResponseFault> {
  return !isInterruption(fault) && !isMislabelling(fault)
}

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

/**
 * Serves the fault plan. `GET /faults` answers the plan in force and the counts so far. `POST /faults` puts another plan in
 * force, written out or as `{ "profile": "chaos", "seed": 7 }`, and answers the same; 400 describes an invalid plan.
 */
export function faultsEndpoint(faults: Faults): OutOfBand {
  return ({ method, path, body }) => {
    if (path !== '/faults') return null
    if (method === 'POST') {
      try {
        faults.use(readPlan(JSON.parse(body)))
      } catch (error) {
        return { status: 400, contentType: 'text/plain', body: describe(error) }
      }
    }
    return json(faults.status())
  }
}

function readPlan(value: unknown) {
  const isProfile = typeof value === 'object' && value !== null && 'profile' in value
  return isProfile ? planOf(value) : faultPlanSchema.parse(value)
}

function describe(error: unknown): string {
  if (error instanceof z.ZodError) return z.prettifyError(error)
  return error instanceof Error ? error.message : String(error)
}

function json(value: unknown): HttpReply {
  return { status: 200, contentType: 'application/json', body: JSON.stringify(value) }
}
