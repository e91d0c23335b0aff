import type { Address } from '@solana/kit'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import type { ClaimResponse } from '#api-schema/claims.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import type { PortalResponse } from '#api-schema/portal.ts'
import { fundWallet } from '#lab/localnet/send-instructions.ts'
import { globOf, passTime, tellPortal, withoutPortalData } from '../harness/alter-reply.ts'
import {
  type ClaimFixture,
  type Scene,
  scene,
  type Visit,
  type VisitOptions,
} from '../harness/claim-fixture.ts'
import { makeHolder } from '../harness/holders.ts'
import { injectSolanaWallet } from '../harness/injected-solana-wallet.ts'
import { injectWallet } from '../harness/injected-wallet.ts'
import { sees } from '../harness/open-page.ts'
import { SAFE_SCENES } from './safe-scenes.ts'
import { WALLETCONNECT_SCENES } from './walletconnect-scenes.ts'

const SOLANA_ADDRESS = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin' as Address
/** A vault that a multisig program controls: no key can sign for it. */
const VAULT_ADDRESS = '5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1' as Address
const UNUSED_ADDRESS = '7EqQdEULxWcraVx3mXKFjc84LhCkMGZCkRuDpvcMwJeK'
const WRAPPED_SOL = 'So11111111111111111111111111111111111111112'

export const CLAIM: ClaimResponse = {
  id: '2G7K-Q4ZC-9M8T',
  status: 'queued',
  amountUA: '5988.626491',
  solAddr: '9xQeWv…VFin',
  submittedAt: 1_790_000_000,
  correctedAt: null,
  sending: false,
  solTx: null,
  cluster: null,
  reason: null,
  inRunAt: null,
  onChainAt: null,
  settledAt: null,
  attention: null,
  correctable: true,
}
const TAKEN = { correctable: false }
const IN_RUN_AT = CLAIM.submittedAt + 259_200
const ON_CHAIN_AT = IN_RUN_AT + 41
const SIGNATURE = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW'

/** When claims are not open yet. */
const NOT_OPEN = { claimsOpen: false, claimsOpenAt: Math.floor(Date.now() / 1000) + 86_400 }

const seesEligible = ({ page }: Visit) => page.getByText('Eligible', { exact: true }).waitFor()

/** A visit to a portal that tells this of itself. */
function telling(change: Partial<PortalResponse>, options: VisitOptions = {}): Scene {
  return (visit, { portal }) =>
    visit({ ...options, prepare: (context) => tellPortal(context, portal.url, change) })
}

/** Every screen of the claim page, in every state that looks different. */
export const SCENES: Record<string, Scene> = {
  connect: (visit) => visit(),
  'connect-dressed': scene(telling(dressed()), sees('The site has moved')),
  'connect-connecting': scene({}, async (opened) => {
    opened.wallet.hold('eth_requestAccounts')
    await opened.connect()
    await opened.page.getByRole('button', { name: 'Connecting...' }).waitFor()
  }),
  'connect-waiting': scene({ prepare: (context) => context.clock.install() }, async (opened) => {
    opened.wallet.hold('eth_requestAccounts')
    await opened.connect()
    await opened.page.getByRole('button', { name: 'Cancel' }).waitFor()
    await opened.page.clock.fastForward(8_000)
    await opened.page.getByText('No answer from your wallet yet').waitFor()
  }),
  'connect-offline': scene({}, async (opened) => {
    await opened.page.getByRole('button', { name: 'Connect Wallet' }).waitFor()
    // The page is told so, and can still fetch what the scene is looked at with: another language.
    await opened.page.evaluate(
      "Object.defineProperty(navigator, 'onLine', { get: () => false }); dispatchEvent(new Event('offline'))",
    )
    await opened.page.getByText('You are offline').waitFor()
  }),
  'connect-no-wallet': scene({ wallet: null }, async (opened) => {
    await opened.page.getByText('No wallet in this browser?').waitFor()
    if (await hasPageQr(opened.page)) await seePageQr(opened.page)
  }),
  'connect-two-wallets': (visit) =>
    visit({
      wallet: { name: 'First Wallet' },
      prepare: (context) =>
        injectWallet(context, { accounts: [makeHolder().account], name: 'Second Wallet', rdns: 'b.example' }),
    }),
  'connect-wrong-network': scene({ wallet: { chainId: '0x1' } }),
  'connect-not-open': telling(NOT_OPEN),
  'connect-closed': telling({ claimsOpen: false, claimsCloseAt: 1_790_000_000 }),
  'connect-paused': telling({
    claimsOpen: false,
    paused: true,
    banner: { text: 'We look into a report. Nothing is lost.', severity: 'warning' },
  }),
  'connect-lost': scene({ wallet: { connected: true } }, async (opened) => {
    await opened.page.getByText('Eligible', { exact: true }).waitFor()
    await opened.wallet.emit('accountsChanged', [])
    await opened.page.getByText('no longer connected').waitFor()
  }),
  'connect-on-phone': scene({}, async (opened) => {
    await opened.openOtherWays()
    await opened.page.getByRole('button', { name: 'Sign elsewhere' }).waitFor()
    if (await hasPageQr(opened.page)) {
      await opened.page.getByText('Continue on your phone').click()
      await seePageQr(opened.page)
    }
  }),
  'elsewhere-wrong-address': scene(enterElsewhere(), async (opened) => {
    await opened.page.getByLabel('EVM address').fill('0x52908400098527886E0F7030069857D2E4169Ee7')
    await opened.page.getByRole('button', { name: 'Check allocation' }).click()
  }),
  'elsewhere-form': fillElsewhere(),
  'elsewhere-text': showText(),
  'elsewhere-how': scene(showText(), (opened) =>
    opened.page.getByText('How to sign it', { exact: true }).click(),
  ),
  'elsewhere-wrong-signature': scene(showText(), async (opened) => {
    const message = (await opened.page.locator('pre').textContent()) ?? ''
    await opened.page.getByLabel('Signature').fill(await makeHolder().account.signMessage({ message }))
    await opened.page.getByRole('button', { name: 'Submit claim' }).click()
    await opened.page.getByText('Signed by').waitFor()
  }),
  'elsewhere-out-of-date': scene(
    showText({ prepare: (context) => context.clock.install() }),
    async (opened) => {
      await passTime(opened.page, 660_000)
      await opened.page.getByText('This text is out of date').waitFor()
    },
  ),
  'portal-loading': (visit) =>
    visit({
      async prepare(context) {
        await withoutPortalData(context)
        await context.route(globOf(endpoints.public.portal), () => {})
      },
    }),
  'portal-down': scene(
    {
      async prepare(context) {
        await withoutPortalData(context)
        await context.route(globOf(endpoints.public.portal), (route) => route.abort())
      },
    },
    (opened) => opened.page.getByRole('button', { name: 'Try again' }).waitFor(),
  ),
  'allocation-loading': scene(
    {
      wallet: { connected: true },
      prepare: (context) => context.route(globOf(endpoints.public.allocation, '*'), () => {}),
    },
    (opened) => opened.page.getByText('Loading your allocation').waitFor({ state: 'attached' }),
  ),
  'allocation-failed': scene(
    {
      wallet: { connected: true },
      prepare: (context) => context.route(globOf(endpoints.public.allocation, '*'), (route) => route.abort()),
    },
    sees('Failed to load allocation data'),
  ),
  'allocation-eligible': scene({ wallet: { connected: true } }, seesEligible),
  'allocation-none': scene(
    { holder: makeHolder(), wallet: { connected: true } },
    sees('No Allocation Found'),
  ),
  'allocation-not-open': scene(telling(NOT_OPEN, { wallet: { connected: true } }), seesEligible),
  'allocation-nothing': scene(
    { wallet: { connected: true }, prepare: allotDust },
    sees('Nothing would arrive'),
  ),
  'form-empty': scene(
    {
      wallet: { connected: true },
      prepare: (context) => injectSolanaWallet(context, { address: SOLANA_ADDRESS, name: 'Glow' }),
    },
    (opened) => opened.proceed(),
  ),
  'form-invalid': fillForm('not an address'),
  'form-evm-address': fillForm('0x52908400098527886E0F7030069857D2E4169EE7'),
  'form-program': scene(fillForm(WRAPPED_SOL), sees('belongs to a program')),
  'form-vault': scene(fillFunded(VAULT_ADDRESS), ({ page }) => page.getByRole('checkbox').waitFor()),
  'form-mint': scene(
    (visit, fixture) => fillForm(fixture.portal.environment.mint)(visit, fixture),
    sees('is a token mint'),
  ),
  'form-unused': scene(fillForm(UNUSED_ADDRESS), sees('This address is empty')),
  'form-filled': scene(fillFunded(SOLANA_ADDRESS), sees('Compare every group')),
  'form-signing': scene(fillForm(SOLANA_ADDRESS), async (opened) => {
    opened.wallet.hold('personal_sign')
    await submit(opened.page)
    await opened.page.getByText('Your wallet asks you to sign.').waitFor()
  }),
  'form-submitting': scene(fillForm(SOLANA_ADDRESS), async (opened) => {
    await opened.page.route(globOf(endpoints.public.submitClaim), () => {})
    await submit(opened.page)
    await opened.page.getByText('Your claim is being submitted').waitFor()
  }),
  'form-answer-lost': scene(fillForm(SOLANA_ADDRESS), async (opened) => {
    await opened.page.route(globOf(endpoints.public.submitClaim), (route) => route.abort())
    await opened.page.route(globOf(endpoints.public.claim), (route) => route.abort())
    await submit(opened.page)
    await opened.page.getByText('was lost').waitFor()
  }),
  'form-wallet-busy': scene(fillForm(SOLANA_ADDRESS), async (opened) => {
    opened.wallet.refuse('personal_sign', { code: -32002 })
    await submit(opened.page)
    await opened.page.getByText('A request is still open').waitFor()
  }),
  'other-account': scene(fillForm(SOLANA_ADDRESS), async (opened) => {
    opened.wallet.hold('personal_sign')
    await submit(opened.page)
    await opened.page.getByText('Your wallet asks you to sign.').waitFor()
    await opened.wallet.emit('accountsChanged', [makeHolder().account.address])
    await opened.page.getByText('No Allocation Found').waitFor()
  }),
  'form-rejected': scene(fillForm(SOLANA_ADDRESS), async (opened) => {
    opened.wallet.refuse('personal_sign', { code: 4001 })
    await submit(opened.page)
    await opened.page.getByText('Nothing was sent.').waitFor()
  }),
  'form-wrong-network': scene(fillForm(SOLANA_ADDRESS), async (opened) => {
    await opened.wallet.emit('chainChanged', '0x1')
    await opened.page.getByText('Wrong Network').waitFor()
  }),
  success: scene(fillForm(SOLANA_ADDRESS), async (opened) => {
    await submit(opened.page)
    await opened.page.getByText('Claim Submitted Successfully').waitFor()
  }),
  'status-queued': seeClaim({}),
  'status-in-run': seeClaim({ inRunAt: IN_RUN_AT }),
  'status-sending': seeClaim({
    ...TAKEN,
    sending: true,
    cluster: 'mainnet',
    inRunAt: IN_RUN_AT,
    onChainAt: ON_CHAIN_AT,
  }),
  'status-attention': seeClaim({ ...TAKEN, attention: 'on_hold', inRunAt: IN_RUN_AT }),
  'status-failed': seeClaim({ attention: 'recipient', inRunAt: IN_RUN_AT }),
  'status-sent': seeClaim({
    ...TAKEN,
    status: 'sent',
    solTx: SIGNATURE,
    cluster: 'mainnet',
    inRunAt: IN_RUN_AT,
    onChainAt: ON_CHAIN_AT,
    settledAt: ON_CHAIN_AT + 14,
  }),
  'status-rejected': seeClaim({
    status: 'rejected',
    reason: 'The address belongs to an exchange. Write to us.',
    settledAt: IN_RUN_AT,
  }),
  'form-correct': scene(seeClaim({}), async (opened) => {
    await opened.page.getByRole('button', { name: 'Change Solana address' }).click()
    await opened.page.getByRole('heading', { name: 'Change Solana address' }).waitFor()
  }),
  ...SAFE_SCENES,
  ...WALLETCONNECT_SCENES,
  'not-found': scene({ path: '/elsewhere' }),
  test: scene({ path: '/test' }),
}

/** Shows a scene in a browser of this kind, once its fonts are there. */
export async function showScene(
  fixture: ClaimFixture,
  name: string,
  context: BrowserContextOptions,
  prepare?: VisitOptions['prepare'],
): Promise<Page> {
  const show = SCENES[name]
  if (!show) throw new Error(`There is no scene ${name}`)
  const visit = (options: VisitOptions = {}) =>
    fixture.visit({
      ...options,
      context,
      async prepare(opened) {
        await prepare?.(opened)
        await options.prepare?.(opened)
      },
    })
  const { page } = await show(visit, fixture)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.evaluate('document.fonts.ready.then(() => null)')
  return page
}

/** All that a project can tell of itself. */
function dressed(): Partial<PortalResponse> {
  const now = Math.floor(Date.now() / 1000)
  const part = (holders: number) => ({ holders, amountUA: '1' })
  return {
    accentColor: '#0b6e4f',
    claimsOpenAt: now - 864_000,
    claimsCloseAt: now + 8_640_000,
    expectedPayoutAt: now + 9_000_000,
    banner: { text: 'The site has moved to a new address. Your claims stay as they are.', severity: 'info' },
    links: {
      site: 'https://example.org/',
      terms: 'https://example.org/terms',
      support: 'https://example.org/support',
      announcement: 'https://example.org/announcement',
    },
    progress: {
      listed: part(251_204),
      claimed: part(88_310),
      paid: part(60_000),
      left: part(162_894),
      asOf: now,
    },
  }
}

/** Answers with an allocation of less than the token's smallest unit. */
async function allotDust(context: BrowserContext): Promise<void> {
  await context.route(globOf(endpoints.public.allocation, '*'), async (route) => {
    const told = await (await route.fetch()).json()
    await route.fulfill({ json: { ...told, amountUA: '0.000000000000000001', amountWei: '1' } })
  })
}

function fillForm(text: string): Scene {
  return scene({ wallet: { connected: true } }, async (opened) => {
    await opened.proceed()
    const field = opened.page.getByLabel('Solana address')
    await field.fill(text)
    await field.blur()
  })
}

/** Gives the address some SOL first. */
function fillFunded(to: Address): Scene {
  return async (visit, fixture) => {
    const { rpcUrl } = fixture.portal.environment
    await fundWallet({ rpcUrl, to, amountLamports: 10_000_000n })
    return fillForm(to)(visit, fixture)
  }
}

/** A phone shows no QR code of the page that it is on. */
function hasPageQr(page: Page): Promise<boolean> {
  return page.getByText('Continue on your phone').isVisible()
}

async function seePageQr(page: Page): Promise<void> {
  await page.getByRole('img', { name: 'QR code of this page' }).waitFor()
}

/** Goes on without a wallet, as far as the address that claims. */
function enterElsewhere(options: VisitOptions = {}): Scene {
  return scene({ wallet: null, ...options }, async ({ page, holder, openOtherWays }) => {
    const way = page.getByRole('button', { name: 'Sign elsewhere' })
    await page.getByText('No wallet in this browser?').waitFor()
    // Folded on a phone.
    if (!(await way.isVisible())) await openOtherWays()
    await way.click()
    await page.getByLabel('EVM address').fill(holder.account.address)
  })
}

function fillElsewhere(options: VisitOptions = {}): Scene {
  return scene(enterElsewhere(options), async ({ page, proceed }) => {
    await page.getByRole('button', { name: 'Check allocation' }).click()
    await proceed()
    await page.getByLabel('Solana address').fill(SOLANA_ADDRESS)
  })
}

function showText(options: VisitOptions = {}): Scene {
  return scene(fillElsewhere(options), async ({ page }) => {
    await page.getByRole('button', { name: 'Show the text to sign' }).click()
    await page.getByLabel('Signature').waitFor()
  })
}

async function submit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign & Submit Claim' }).click()
}

function seeClaim(change: Partial<ClaimResponse>): Scene {
  const json = { ...CLAIM, ...change }
  const prepare = (context: BrowserContext) =>
    context.route(globOf(endpoints.public.claim), (route) => route.fulfill({ json }))
  return scene({ wallet: { connected: true }, prepare }, ({ page }) => page.getByText(CLAIM.id).waitFor())
}
