import type { BrowserContext } from 'playwright-core'
import type { WalletConnectTerms } from '#domain/portal-settings.ts'
import { type Scene, scene } from '../harness/claim-fixture.ts'
import { startRelay } from '../harness/walletconnect.ts'

const PROJECT = '0123456789abcdef0123456789abcdef'

/** Never reached: the browser takes its calls, and answers none. */
const SILENT_RELAY = 'ws://127.0.0.1:9'

/** A visit without a wallet in the browser, to the portal as it is configured for a relay. */
function visitWith(relayUrl: string, prepare?: (context: BrowserContext) => Promise<unknown>): Scene {
  return (visit, { portal }) => {
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
}

/** The screens on which a wallet app is paired with the page. */
export const WALLETCONNECT_SCENES: Record<string, Scene> = {
  'walletconnect-offered': scene(visitWith(SILENT_RELAY), (opened) =>
    opened.page.getByRole('button', { name: 'WalletConnect' }).waitFor(),
  ),
  'walletconnect-opening': scene(
    visitWith(SILENT_RELAY, (context) => context.routeWebSocket(/^ws:\/\/127\.0\.0\.1:9\//, () => {})),
    async (opened) => {
      await opened.page.getByRole('button', { name: 'WalletConnect' }).click()
      await opened.page.getByText('Asking the relay for a link...').waitFor()
    },
  ),
  'walletconnect-pairing': async (visit, fixture) => {
    const relay = await startRelay()
    const paired = visitWith(relay.url, async (context) => {
      context.once('close', () => relay.close())
    })
    const opened = await paired(visit, fixture)
    await opened.page.getByRole('button', { name: 'WalletConnect' }).click()
    await opened.page.getByRole('img', { name: 'The code by which your wallet connects' }).waitFor()
    return opened
  },
}
