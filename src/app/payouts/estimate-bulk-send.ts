import type { AppContext } from '#app/app-context.ts'
import { PortalError } from '#domain/portal-error.ts'
import { queuedPayments } from '#payout/owed-payments.ts'
import { describePlan } from './describe-plan.ts'
import { planForSender } from './plan-for-sender.ts'

/** What a bulk send of the queued claims will cost and how long it will take. Throws sender_not_configured. */
export async function estimateBulkSend(app: AppContext) {
  const { store } = app
  const sender = await store.senders.find('bulk')
  if (!sender) throw new PortalError('sender_not_configured')
  return describePlan(await planForSender(app, sender, queuedPayments(store.claims, sender.mintDecimals)))
}
