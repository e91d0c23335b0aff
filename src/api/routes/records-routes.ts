import { ok, type Serve } from '#api/serve.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import type { AppContext } from '#app/app-context.ts'
import { acknowledgeTransaction } from '#app/payouts/acknowledge-transaction.ts'
import { anchorNow } from '#app/payouts/anchor-now.ts'
import { continueWithout } from '#app/payouts/continue-without.ts'
import { describeToken } from '#app/payouts/describe-token.ts'
import { reconcileSender } from '#app/payouts/reconcile-sender.ts'
import { takeOver } from '#app/payouts/take-over.ts'

/** Serves the comparison of a sender's records with the chain, and the actions where they differ. */
export function serveRecords(serve: Serve, app: AppContext, kind: 'bulk' | 'standalone'): void {
  const sender = kind === 'bulk' ? endpoints.bulkSender : endpoints.standaloneSender

  serve(sender.token, () => describeToken(app, kind))
  serve(sender.reconcile, () => reconcileSender(app, kind))
  serve(sender.acknowledge, ({ body }) => ok(acknowledgeTransaction(app, kind, body)))
  serve(sender.takeOver, () => takeOver(app, kind))
  serve(sender.anchorNow, ({ body }) => ok(anchorNow(app, kind, body.confirm)))
  serve(sender.continueWithout, ({ body }) => continueWithout(app, kind, body.confirm))
}
