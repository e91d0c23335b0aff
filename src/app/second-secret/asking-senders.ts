import type { AppContext } from '#app/app-context.ts'
import { SealBrokenError } from '#domain/seal-broken-error.ts'
import { type OpenedKey, openSendingKey, type Sender, sendingKeyPlace } from '#domain/sender.ts'

type Portal = Pick<AppContext, 'store' | 'secrets'>

/** Tells whether a sending key is sealed as one that a second secret is asked for. */
export async function doSendersAsk(portal: Portal): Promise<boolean> {
  const opened = await openSenders(portal)
  return opened.some(({ asksSecondSecret }) => asksSecondSecret)
}

/** Seals the sending keys as ones that a second secret is asked for, or as ones that it is not. */
export async function haveSendersAsk(portal: Portal, asks: boolean): Promise<void> {
  const { store, secrets } = portal
  for (const { sender, key, asksSecondSecret } of await openSenders(portal)) {
    if (asksSecondSecret !== asks)
      await store.senders.reseal(sender, secrets.seal(key, sendingKeyPlace(sender, asks)))
  }
}

/** Opens the sending keys that open. */
async function openSenders({ store, secrets }: Portal): Promise<(OpenedKey & { sender: Sender })[]> {
  const opened: (OpenedKey & { sender: Sender })[] = []
  for (const kind of ['bulk', 'standalone'] as const) {
    const sender = await store.senders.find(kind)
    if (!sender) continue
    try {
      opened.push({ sender, ...openSendingKey(secrets, sender.sealedKey, sender) })
    } catch (error) {
      if (!(error instanceof SealBrokenError)) throw error
    }
  }
  return opened
}
