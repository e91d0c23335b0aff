import { z } from 'zod'
import type { Route } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { messageResponse } from '#api-schema/primitives.ts'
import { adminSend } from '#web/admin/admin-send.ts'

const { start }: { start: Route } = endpoints.bulkSender

/** The start of a run over chosen claims alone. */
const START_SELECTED = {
  method: start.method,
  path: start.path,
  body: z.object({ claimIds: z.array(z.string()) }),
  reply: messageResponse,
} satisfies Route

/** True where the server can be asked to pay chosen claims alone. */
export const CAN_PAY_SELECTED = takesClaimIds(start.body)

function takesClaimIds(body: unknown): boolean {
  if (body instanceof z.ZodOptional || body instanceof z.ZodNullable) return takesClaimIds(body.unwrap())
  return body instanceof z.ZodObject && 'claimIds' in body.shape
}

/** Starts a run over these claims alone. */
export function paySelected(claimIds: string[]): Promise<{ message: string }> {
  return adminSend(START_SELECTED, { body: { claimIds } })
}
