import { deepEqual } from 'node:assert/strict'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { systemClock } from '#payout/clock.ts'
import { readSigningBlockhash } from '#payout/nodes/blockhash-source.ts'
import type { SendingWallet } from '#payout/paying-account.ts'
import type { Preflight } from '#payout/plan-payout.ts'
import { askFormat } from '#solana/ask-format.ts'
import type { SolanaRpc } from '#solana/solana-rpc.ts'
import { type Holder, loadHolders, makeHolder } from './holders.ts'
import { type InjectedWallet, type InjectedWalletOptions, injectWallet } from './injected-wallet.ts'
import { launchBrowser, type OpenedPage, openPage } from './open-page.ts'
import { type DemoPortal, type DemoPortalOptions, startDemoPortal } from './start-demo-portal.ts'

/** 1,234.5 tokens and a digit at the last place, so that a rounding shows. */
export const HOLDER_WEI = 1_234_500_000_000_000_000_001n
export const HOLDER_AMOUNT = '1,234.500000000000000001'

/** A browser on a running portal, and holders in its snapshot who claim. */
export interface ClaimFixture {
  browser: Browser
  portal: DemoPortal
  /** Returns a holder in the snapshot who has not claimed yet. */
  nextHolder(): Holder
  /** Restores the snapshot that it began with. */
  restoreHolders(): Promise<void>
  visit(options?: VisitOptions): Promise<Visit>
  /**
   * Ends the visits so far. Fails when a page logged an error, or sent a request anywhere but to the portal.
   */
  endVisits(): Promise<void>
  close(): Promise<void>
}

export interface VisitOptions {
  /** The owner of the wallet; the next holder unless given. */
  holder?: Holder
  /** The options of the wallet; null for a browser without one. */
  wallet?: Partial<InjectedWalletOptions> | null
  context?: BrowserContextOptions
  path?: string
  /** Prepares the browser before the page is opened. */
  prepare?(context: BrowserContext): Promise<unknown>
}

export interface Visit {
  page: Page
  holder: Holder
  wallet: InjectedWallet
  connect(): Promise<void>
  /** Unfolds the ways to claim without a wallet in this browser. */
  openOtherWays(): Promise<void>
  /** Unfolds the networks on the first screen. */
  openNetworks(): Promise<void>
  /** From the allocation to the claim form. */
  proceed(): Promise<void>
  /** As far as the claim form. */
  goToForm(): Promise<void>
  /** Goes through the whole claim. Returns the Solana address. */
  claim(solanaAddress?: string): Promise<string>
}

interface ClaimFixtureOptions extends Omit<DemoPortalOptions, 'demoWallet'> {
  /** The number of holders in the snapshot. */
  holders?: number
  /** The allocation of each of them. */
  amountWei?: bigint
  /** Has scripts that the page's fonts lack written with the machine's. */
  systemFonts?: boolean
}

export async function openClaimFixture({
  holders: count = 50,
  amountWei = HOLDER_WEI,
  systemFonts = false,
  ...options
}: ClaimFixtureOptions = {}): Promise<ClaimFixture> {
  const [browser, portal] = await Promise.all([
    launchBrowser({ systemFonts }),
    startDemoPortal({ ...options, demoWallet: false }),
  ])
  const holders = Array.from({ length: count }, () => makeHolder(amountWei))
  await loadHolders(portal.app, holders)
  const waiting = [...holders]
  const opened: OpenedPage[] = []

  function nextHolder(): Holder {
    const holder = waiting.shift()
    if (!holder) throw new Error(`All ${count} holders have come`)
    return holder
  }

  return {
    browser,
    portal,
    nextHolder,
    restoreHolders: () => loadHolders(portal.app, holders),
    async visit({ holder = nextHolder(), wallet: walletOptions = {}, context, path = '/', prepare } = {}) {
      let wallet: InjectedWallet | undefined
      const visit = await openPage(browser, portal.url + path, {
        ...context,
        async prepare(made) {
          if (walletOptions !== null)
            wallet = await injectWallet(made, { accounts: [holder.account], ...walletOptions })
          await prepare?.(made)
        },
      })
      opened.push(visit)
      const { page } = visit
      return {
        page,
        holder,
        get wallet() {
          if (!wallet) throw new Error('This browser has no wallet')
          return wallet
        },
        ...stepsOn(page),
      }
    },
    async endVisits() {
      const ended = opened.splice(0)
      await Promise.all(ended.map(({ close }) => close()))
      deepEqual(
        ended.flatMap(({ errors }) => errors),
        [],
      )
      deepEqual(
        ended.flatMap(({ foreignRequests }) => foreignRequests),
        [],
      )
    },
    async close() {
      await browser.close()
      await portal.close()
    },
  }
}

function stepsOn(
  page: Page,
): Pick<Visit, 'connect' | 'openOtherWays' | 'openNetworks' | 'proceed' | 'goToForm' | 'claim'> {
  async function connect() {
    await page.getByRole('button', { name: 'Connect Wallet' }).click()
  }
  async function openOtherWays() {
    await page.getByText('No wallet in this browser?').click()
  }
  async function openNetworks() {
    await page.getByRole('button', { name: /^Network/, expanded: false }).click()
  }
  async function proceed() {
    await page.getByRole('button', { name: 'Proceed to Claim Form' }).click()
  }
  async function goToForm() {
    await connect()
    await proceed()
  }
  async function claim(solanaAddress: string = freshSolanaAddress()) {
    await goToForm()
    await page.getByLabel('Solana address').fill(solanaAddress)
    await page.getByRole('button', { name: 'Sign & Submit Claim' }).click()
    await page.getByRole('heading', { name: 'Claim Submitted Successfully' }).waitFor()
    return solanaAddress
  }
  return { connect, openOtherWays, openNetworks, proceed, goToForm, claim }
}

/** A preflight that checks nothing and lets every run sign. */
export async function readyToSign(node: SolanaRpc, { signer, mint }: SendingWallet): Promise<Preflight> {
  const askedAtMs = systemClock.monotonicMs()
  return {
    kind: 'ready',
    terms: {
      format: await askFormat(node, signer.address),
      blockhash: { ...(await readSigningBlockhash(node, mint.tokenAccountBytes)), askedAtMs },
    },
  }
}

/** Brings a visit into a state to be shown. */
export type Scene = (
  visit: (options?: VisitOptions) => Promise<Visit>,
  fixture: ClaimFixture,
) => Promise<Visit>

/** Goes on from another scene, or from the first screen of a visit with these options. */
export const scene =
  (
    from: VisitOptions | Scene,
    act: (opened: Visit, fixture: ClaimFixture) => Promise<unknown> = async () => {},
  ): Scene =>
  async (visit, fixture) => {
    const opened = await (typeof from === 'function' ? from(visit, fixture) : visit(from))
    await act(opened, fixture)
    return opened
  }
