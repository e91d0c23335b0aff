import { z } from 'zod'
import type { HttpReply } from '#lab/localnet/http-reply.ts'
import type { OutOfBand } from '#lab/localnet/rpc-server.ts'
import { faultPlanSchema } from './fault-plan.ts'
import { planOf } from './fault-profiles.ts'
import type { Faults } from './faults.ts'

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
