import type { BrowserContext } from 'playwright-core'
import type { WalletConnectTerms } from '#domain/portal-settings.ts'
import type { ClaimFixture, Visit, VisitOptions } from '../harness/claim-fixture.ts'
import { startRelay } from '../harness/walletconnect-relay.ts'
import type { Scene } from './scene.ts'

const PROJECT = '0123456789abcdef0123456789abcdef'

/** Never reached: the browser takes its calls, and answers none. */
const SILENT_RELAY = 'ws://127.0.0.1:9'

/** A visit without a wallet in the browser, to the portal as it is configured for a relay. */
async function visitWith(
  relayUrl: string,
  visit: (options?: VisitOptions) => Promise<Visit>,
  { portal }: ClaimFixture,
  prepare?: (context: BrowserContext) => Promise<unknown>,
): Promise<Visit> {
  const configure = (walletConnect: WalletConnectTerms | null) =>
    Object.assign(portal.app.settings, { walletConnect })
  return visit({
    wallet: null,
    async prepare(context) {
      configure({ projectId: PROJECT, relayUrl })
      context.once('close', () => configure(null))
      await prepare?.(context)
    },
  })
}

/** The screens on which a wallet app is paired with the page. */
export const WALLETCONNECT_SCENES: Record<string, Scene> = {
  'walletconnect-offered': async (visit, fixture) => {
    const opened = await visitWith(SILENT_RELAY, visit, fixture)
    await opened.page.getByRole('button', { name: 'WalletConnect' }).waitFor()
    return opened
  },
  'walletconnect-opening': async (visit, fixture) => {
    const opened = await visitWith(SILENT_RELAY, visit, fixture, (context) =>
      context.routeWebSocket(/^ws:\/\/127\.0\.0\.1:9\//, () => {}),
    )
    await opened.page.getByRole('button', { name: 'WalletConnect' }).click()
    await opened.page.getByText('Asking the relay for a link...').waitFor()
    return opened
  },
  'walletconnect-pairing': async (visit, fixture) => {
    const relay = await startRelay()
    const opened = await visitWith(relay.url, visit, fixture, async (context) => {
      context.once('close', () => relay.close())
    })
    await opened.page.getByRole('button', { name: 'WalletConnect' }).click()
    await opened.page.getByRole('img', { name: 'The code by which your wallet connects' }).waitFor()
    return opened
  },
}
