import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContext, FrameLocator, Page } from 'playwright-core'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import {
  type ClaimFixture,
  HOLDER_WEI,
  openClaimFixture,
  type VisitOptions,
} from '../harness/claim-fixture.ts'
import { findClaim, loadHolders } from '../harness/holders.ts'
import { seeToast, toast } from '../harness/open-page.ts'
import { deploySafeContracts, prepareSafe } from '../harness/safe-wallets.ts'
import { type Anvil, startAnvil } from '../harness/start-anvil.ts'
import { openRemoteWallet, type Relay, type RemoteWallet, startRelay } from '../harness/walletconnect.ts'

/** A request of a Safe App to the Safe that shows it, as Safe's own SDK sends it. */
type SafeAnswer = (method: string, params: unknown) => unknown

/** A page of another origin, which shows pages in a frame and speaks for a Safe. */
interface SafeSite {
  origin: string
  /** Shows a page. `answer` throws where the Safe refuses. */
  show(browser: Browser, url: string, answer: SafeAnswer): Promise<ShownApp>
  close(): Promise<void>
}

interface ShownApp {
  page: Page
  app: FrameLocator
  close(): Promise<void>
}

const PAGE = `<!doctype html><title>Safe</title>
<iframe style="width:100%;height:90vh"></iframe>
<script>
  const frame = document.querySelector('iframe')
  frame.src = new URLSearchParams(location.search).get('app')
  addEventListener('message', async ({ data, source }) => {
    if (source !== frame.contentWindow || !data || !data.method) return
    const answer = await window.answerAsSafe(data.method, data.params)
    source.postMessage({ id: data.id, version: '9.1.0', ...answer }, '*')
  })
</script>`

async function startSafeSite(): Promise<SafeSite> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(PAGE)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    async show(browser, url, answer) {
      const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce' })
      context.setDefaultTimeout(30_000)
      await context.exposeFunction('answerAsSafe', async (method: string, params: unknown) => {
        try {
          return { success: true, data: await answer(method, params) }
        } catch (error) {
          return { success: false, error: String(error) }
        }
      })
      const page = await context.newPage()
      await page.goto(`${origin}/?app=${encodeURIComponent(url)}`)
      return { page, app: page.frameLocator('iframe'), close: () => context.close() }
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const DAY_MS = 24 * 60 * 60_000

const PROJECT = '0123456789abcdef0123456789abcdef'

const owners = Array.from({ length: 3 }, () => privateKeyToAccount(generatePrivateKey()))

let relay: Relay
let safeSite: SafeSite
let anvil: Anvil
let fixture: ClaimFixture
const wallets: RemoteWallet[] = []
beforeAll(async () => {
  ;[relay, safeSite, anvil] = await Promise.all([startRelay(), startSafeSite(), startAnvil(56)])
  fixture = await openClaimFixture({
    env: { EVM_RPC_URL_56: anvil.url },
    settings: {
      walletConnect: { projectId: PROJECT, relayUrl: relay.url },
      safeAppOrigins: [safeSite.origin],
    },
  })
})
afterEach(() => fixture.endVisits())
afterAll(async () => {
  await Promise.all(wallets.map((wallet) => wallet.close()))
  await fixture?.close()
  await Promise.all([relay?.close(), safeSite?.close(), anvil?.stop()])
})

/** Opens the page in a browser without a wallet, and a wallet app beside it. */
async function visit(chainIds = [56], prepare?: VisitOptions['prepare']) {
  const opened = await fixture.visit({
    wallet: null,
    context: { permissions: ['clipboard-read', 'clipboard-write'] },
    ...(prepare && { prepare }),
  })
  const wallet = await openRemoteWallet(relay, opened.holder.account, chainIds)
  wallets.push(wallet)
  const { page, holder } = opened
  return {
    page,
    holder,
    app: wallet,
    scripts: () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name)),
    /** Takes the link out of the page, as a camera does. */
    async scan() {
      await page.getByRole('button', { name: 'WalletConnect' }).click()
      await page.getByRole('img', { name: 'The code by which your wallet connects' }).waitFor()
      await page.getByRole('button', { name: 'Copy link' }).click()
      const uri = await page.evaluate<string>('navigator.clipboard.readText()')
      await wallet.pair(uri)
    },
  }
}

test('a wallet app is paired, signs and claims; its session outlives a reload and ends where the app ends it', async () => {
  const { page, app, scan, scripts, holder } = await visit()
  await page.getByRole('button', { name: 'WalletConnect' }).waitFor()
  const before = await scripts()
  expect(relay.methods).toEqual([])

  await scan()
  await page.getByRole('button', { name: 'Proceed to Claim Form' }).click()
  expect(app.pages).toEqual(['Ferry Demo'])
  expect(relay.projects).toEqual(new Set([PROJECT]))
  expect((await scripts()).length).toBeGreaterThan(before.length)

  await page.reload()
  await page.getByRole('button', { name: 'Proceed to Claim Form' }).click()
  await page.getByLabel('Solana address').fill(freshSolanaAddress())
  app.refuseNext()
  await page.getByRole('button', { name: 'Sign & Submit Claim' }).click()
  await seeToast(page, 'Submission Failed', 'Signature request was rejected')
  await page.getByRole('button', { name: 'Sign & Submit Claim' }).click()
  await page.getByText('Claim Submitted Successfully').waitFor()
  expect(app.texts.at(-1)).toContain(`eth: ${holder.account.address}`)

  await app.disconnect()
  await page.getByText('Your wallet is no longer connected').waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'WalletConnect' }).waitFor()
})

test('a refusal is told, a cancelled code is not used, and another scan connects', async () => {
  const { page, app, scan } = await visit([56, 271])
  app.refuseNext()
  await scan()
  await seeToast(page, 'Connection Failed', 'User rejected the connection request.')
  await page.getByRole('button', { name: 'WalletConnect' }).click()
  await page.getByRole('img', { name: 'The code by which' }).waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('img', { name: 'The code by which' }).waitFor({ state: 'detached' })
  await scan()
  await page.getByRole('button', { name: 'Proceed to Claim Form' }).waitFor()
})

const RELAY_SILENT = 'The WalletConnect relay did not answer. Nothing was asked of your wallet.'

/** As long as anybody waits for a word about the relay, and what a slow machine takes besides. */
const TOLD_WITHIN_MS = 15_000 + 5_000

/** Has the relay take what the page sends, and answer nothing, from when it is told to. */
function silencedRelay() {
  let isSilent = false
  return {
    silence() {
      isSilent = true
    },
    prepare: (context: BrowserContext) =>
      context.routeWebSocket(/^ws:/, (page) => {
        const server = page.connectToServer()
        page.onMessage((message) => isSilent || server.send(message))
        server.onMessage((message) => isSilent || page.send(message))
      }),
  }
}

test('a relay that gives no link is told of within 15 s, and can be asked again', async () => {
  const { prepare, silence } = silencedRelay()
  const { page } = await visit([56], prepare)
  silence()
  await page.getByRole('button', { name: 'WalletConnect' }).click()
  await page.getByText('Asking the relay for a link...').waitFor()
  await toast(page).getByText(RELAY_SILENT).waitFor({ timeout: TOLD_WITHIN_MS })
  await expect.poll(() => page.getByText('Asking the relay for a link...').count()).toBe(0)
  await expect.poll(() => page.getByRole('button', { name: 'WalletConnect' }).isEnabled()).toBe(true)
})

test('a relay that is lost before the wallet was asked is told of within 15 s, and nobody is told to look at the wallet', async () => {
  const { prepare, silence } = silencedRelay()
  const { page, app, scan } = await visit([56], prepare)
  await scan()
  await page.getByRole('button', { name: 'Proceed to Claim Form' }).click()
  await page.getByLabel('Solana address').fill(freshSolanaAddress())
  const asked = app.texts.length
  silence()
  await page.getByRole('button', { name: 'Sign & Submit Claim' }).click()
  await page.getByText('Reaching your wallet through WalletConnect...').waitFor()
  let wasToldToLook = false
  const look = async () => {
    wasToldToLook ||= await page.getByText('Your wallet asks you to sign.').isVisible()
    return page.getByRole('alert').getByText(RELAY_SILENT).isVisible()
  }
  await expect.poll(look, { timeout: TOLD_WITHIN_MS, interval: 100 }).toBe(true)
  expect(wasToldToLook).toBe(false)
  expect(app.texts).toHaveLength(asked)
})

test('a wallet that knows only a chain that is not supported here signs all the same', async () => {
  const { page, scan } = await visit([1])
  await scan()
  await page.getByRole('button', { name: 'Proceed to Claim Form' }).click()
  await page.getByLabel('Solana address').fill(freshSolanaAddress())
  await page.getByRole('button', { name: 'Sign & Submit Claim' }).click()
  await page.getByText('Claim Submitted Successfully').waitFor()
})

test("in a Safe's own app the Safe is the wallet, and its owners may sign one after another", async () => {
  const safe = await prepareSafe(await deploySafeContracts(anvil), owners, 2)
  await safe.deploy()
  await loadHolders(fixture.portal.app, [
    { account: { address: safe.address, signMessage: () => safe.sign('', []) }, amountWei: HOLDER_WEI },
  ])
  const texts: string[] = []
  let hasSecondSigned = false
  const shown = await safeSite.show(fixture.browser, fixture.portal.url, (method, params) => {
    const { message = '' } = (params ?? {}) as { message?: string }
    switch (method) {
      case 'getSafeInfo':
        return { safeAddress: safe.address, chainId: 56, threshold: 2, owners: [], isReadOnly: false }
      case 'rpcCall':
        return { offChainSigning: true }
      case 'signMessage':
        if (texts.push(message) === 1) throw new Error('Transaction was rejected')
        return { messageHash: `0x${'ab'.repeat(32)}` }
      case 'getOffChainSignature':
        return hasSecondSigned ? safe.sign(texts.at(-1) ?? '', owners.slice(1)) : ''
      default:
        throw new Error(`The Safe does not know ${method}`)
    }
  })
  const { app } = shown
  const submit = () => app.getByRole('button', { name: 'Sign & Submit Claim' }).click()
  await app.getByRole('button', { name: 'Proceed to Claim Form' }).click()
  await app.getByLabel('Solana address').fill(freshSolanaAddress())
  await submit()
  await app.getByText('Signature request was rejected', { exact: true }).waitFor()
  await submit()
  await app.getByText('Signed by you, not by all owners yet').waitFor()

  Object.assign(fixture.portal.app, { now: () => Date.now() + DAY_MS })
  hasSecondSigned = true
  await shown.page.reload()
  await app.getByRole('button', { name: 'Proceed to Claim Form' }).click()
  await app.getByText('Begun already').waitFor()
  await submit()
  await app.getByText('Claim Submitted Successfully').waitFor()
  const claim = await findClaim(fixture.portal.app, { account: safe })
  expect(claim?.chainId).toBe(56)
  expect(new Set(texts).size).toBe(1)
  await shown.close()
})

test('other origins do not frame the page, nor does any frame the panel', async () => {
  const other = await startSafeSite()
  const nothing = () => null
  const [stranger, panel] = await Promise.all([
    other.show(fixture.browser, fixture.portal.url, nothing),
    safeSite.show(fixture.browser, fixture.portal.adminUrl, nothing),
  ])
  for (const { page } of [stranger, panel]) {
    await expect.poll(() => page.frames()[1]?.url()).toBe('chrome-error://chromewebdata/')
  }
  await Promise.all([stranger.close(), panel.close(), other.close()])
})
