import type { Address } from '@solana/kit'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import type { ClaimResponse } from '#api-schema/claims.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import type { PortalResponse } from '#api-schema/portal.ts'
import { fundWallet } from '#lab/localnet/fund-wallet.ts'
import type { ClaimFixture, Visit, VisitOptions } from '../harness/claim-fixture.ts'
import { globOf } from '../harness/glob-of.ts'
import { makeHolder } from '../harness/holders.ts'
import { injectSolanaWallet } from '../harness/injected-solana-wallet.ts'
import { injectWallet } from '../harness/injected-wallet.ts'
import { tellPortal } from '../harness/tell-portal.ts'
import { withoutPortalData } from '../harness/without-portal-data.ts'
import { SAFE_SCENES } from './safe-scenes.ts'
import type { Scene } from './scene.ts'
import { WALLETCONNECT_SCENES } from './walletconnect-scenes.ts'

const SOLANA_ADDRESS = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'
/** A vault that a multisig program controls: no key can sign for it. */
const VAULT_ADDRESS = '5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1' as Address
const UNUSED_ADDRESS = '7EqQdEULxWcraVx3mXKFjc84LhCkMGZCkRuDpvcMwJeK'
const WRAPPED_SOL = 'So11111111111111111111111111111111111111112'

const CLAIM: ClaimResponse = {
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

/** Every screen of the claim page, in every state that looks different. */
export const SCENES: Record<string, Scene> = {
  connect: (visit) => visit(),
  'connect-dressed': async (visit, fixture) => {
    const opened = await visit({
      prepare: (context) => tellPortal(context, fixture.portal.url, dressed()),
    })
    await opened.page.getByText('The site has moved').waitFor()
    return opened
  },
  'connect-connecting': async (visit) => {
    const opened = await visit()
    opened.wallet.hold('eth_requestAccounts')
    await opened.connect()
    await opened.page.getByRole('button', { name: 'Connecting...' }).waitFor()
    return opened
  },
  'connect-waiting': async (visit) => {
    const opened = await visit({ prepare: (context) => context.clock.install() })
    opened.wallet.hold('eth_requestAccounts')
    await opened.connect()
    await opened.page.getByRole('button', { name: 'Cancel' }).waitFor()
    await opened.page.clock.fastForward(8_000)
    await opened.page.getByText('No answer from your wallet yet').waitFor()
    return opened
  },
  'connect-offline': async (visit) => {
    const opened = await visit()
    await opened.page.getByRole('button', { name: 'Connect Wallet' }).waitFor()
    // The page is told so, and can still fetch what the scene is looked at with: another language.
    await opened.page.evaluate(
      "Object.defineProperty(navigator, 'onLine', { get: () => false }); dispatchEvent(new Event('offline'))",
    )
    await opened.page.getByText('You are offline').waitFor()
    return opened
  },
  'connect-no-wallet': async (visit) => {
    const opened = await visit({ wallet: null })
    await opened.page.getByText('No wallet in this browser?').waitFor()
    if (await hasPageQr(opened.page)) await seePageQr(opened.page)
    return opened
  },
  'connect-two-wallets': (visit) =>
    visit({
      wallet: { name: 'First Wallet' },
      prepare: (context) =>
        injectWallet(context, { accounts: [makeHolder().account], name: 'Second Wallet', rdns: 'b.example' }),
    }),
  'connect-wrong-network': (visit) => visit({ wallet: { chainId: '0x1' } }),
  'connect-not-open': async (visit, fixture) =>
    visit({
      prepare: (context) =>
        tellPortal(context, fixture.portal.url, {
          claimsOpen: false,
          claimsOpenAt: Math.floor(Date.now() / 1000) + 86_400,
        }),
    }),
  'connect-closed': async (visit, fixture) =>
    visit({
      prepare: (context) =>
        tellPortal(context, fixture.portal.url, { claimsOpen: false, claimsCloseAt: 1_790_000_000 }),
    }),
  'connect-paused': async (visit, fixture) =>
    visit({
      prepare: (context) =>
        tellPortal(context, fixture.portal.url, {
          claimsOpen: false,
          paused: true,
          banner: { text: 'We look into a report. Nothing is lost.', severity: 'warning' },
        }),
    }),
  'connect-lost': async (visit) => {
    const opened = await visit({ wallet: { connected: true } })
    await opened.page.getByText('Eligible', { exact: true }).waitFor()
    await opened.wallet.emit('accountsChanged', [])
    await opened.page.getByText('no longer connected').waitFor()
    return opened
  },
  'connect-on-phone': async (visit) => {
    const opened = await visit()
    await opened.openOtherWays()
    await opened.page.getByRole('button', { name: 'Sign elsewhere' }).waitFor()
    if (await hasPageQr(opened.page)) {
      await opened.page.getByText('Continue on your phone').click()
      await seePageQr(opened.page)
    }
    return opened
  },
  'elsewhere-wrong-address': async (visit) => {
    const opened = await enterElsewhere(visit)
    await opened.page.getByLabel('EVM address').fill('0x52908400098527886E0F7030069857D2E4169Ee7')
    await opened.page.getByRole('button', { name: 'Check allocation' }).click()
    return opened
  },
  'elsewhere-form': (visit) => fillElsewhere(visit),
  'elsewhere-text': (visit) => showText(visit),
  'elsewhere-how': async (visit) => {
    const opened = await showText(visit)
    await opened.page.getByText('How to sign it', { exact: true }).click()
    return opened
  },
  'elsewhere-wrong-signature': async (visit) => {
    const opened = await showText(visit)
    const message = (await opened.page.locator('pre').textContent()) ?? ''
    await opened.page.getByLabel('Signature').fill(await makeHolder().account.signMessage({ message }))
    await opened.page.getByRole('button', { name: 'Submit claim' }).click()
    await opened.page.getByText('Signed by').waitFor()
    return opened
  },
  'elsewhere-out-of-date': async (visit) => {
    const opened = await showText(visit, { prepare: (context) => context.clock.install() })
    await opened.page.clock.fastForward(660_000)
    await opened.page.getByText('This text is out of date').waitFor()
    return opened
  },
  'portal-loading': (visit) =>
    visit({
      async prepare(context) {
        await withoutPortalData(context)
        await context.route(globOf(endpoints.public.portal), () => {})
      },
    }),
  'portal-down': async (visit) => {
    const opened = await visit({
      async prepare(context) {
        await withoutPortalData(context)
        await context.route(globOf(endpoints.public.portal), (route) => route.abort())
      },
    })
    await opened.page.getByRole('button', { name: 'Try again' }).waitFor()
    return opened
  },
  'allocation-loading': async (visit) => {
    const opened = await visit({
      wallet: { connected: true },
      prepare: (context) => context.route(globOf(endpoints.public.allocation, '*'), () => {}),
    })
    await opened.page.getByText('Loading your allocation').waitFor({ state: 'attached' })
    return opened
  },
  'allocation-failed': async (visit) => {
    const opened = await visit({
      wallet: { connected: true },
      prepare: (context) => context.route(globOf(endpoints.public.allocation, '*'), (route) => route.abort()),
    })
    await opened.page.getByText('Failed to load allocation data').waitFor()
    return opened
  },
  'allocation-eligible': async (visit) => {
    const opened = await visit({ wallet: { connected: true } })
    await opened.page.getByText('Eligible', { exact: true }).waitFor()
    return opened
  },
  'allocation-none': async (visit) => {
    const opened = await visit({ holder: makeHolder(), wallet: { connected: true } })
    await opened.page.getByText('No Allocation Found').waitFor()
    return opened
  },
  'allocation-not-open': async (visit, fixture) => {
    const opened = await visit({
      wallet: { connected: true },
      prepare: (context) =>
        tellPortal(context, fixture.portal.url, {
          claimsOpen: false,
          claimsOpenAt: Math.floor(Date.now() / 1000) + 86_400,
        }),
    })
    await opened.page.getByText('Eligible', { exact: true }).waitFor()
    return opened
  },
  'allocation-nothing': async (visit) => {
    const opened = await visit({ wallet: { connected: true }, prepare: allotDust })
    await opened.page.getByText('Nothing would arrive').waitFor()
    return opened
  },
  'form-empty': async (visit) => {
    const opened = await visit({
      wallet: { connected: true },
      prepare: (context) => injectSolanaWallet(context, { address: SOLANA_ADDRESS, name: 'Glow' }),
    })
    await opened.proceed()
    return opened
  },
  'form-invalid': (visit) => fillForm(visit, 'not an address'),
  'form-evm-address': (visit) => fillForm(visit, '0x52908400098527886E0F7030069857D2E4169EE7'),
  'form-program': async (visit) => {
    const opened = await fillForm(visit, WRAPPED_SOL)
    await opened.page.getByText('belongs to a program').waitFor()
    return opened
  },
  'form-vault': async (visit, { portal }) => {
    await fundWallet({ rpcUrl: portal.environment.rpcUrl, to: VAULT_ADDRESS, amountLamports: 10_000_000n })
    const opened = await fillForm(visit, VAULT_ADDRESS)
    await opened.page.getByRole('checkbox').waitFor()
    return opened
  },
  'form-mint': async (visit, { portal }) => {
    const opened = await fillForm(visit, portal.environment.mint)
    await opened.page.getByText('is a token mint').waitFor()
    return opened
  },
  'form-unused': async (visit) => {
    const opened = await fillForm(visit, UNUSED_ADDRESS)
    await opened.page.getByText('This address is empty').waitFor()
    return opened
  },
  'form-filled': async (visit, { portal }) => {
    const { rpcUrl } = portal.environment
    await fundWallet({ rpcUrl, to: SOLANA_ADDRESS as Address, amountLamports: 10_000_000n })
    const opened = await fillForm(visit, SOLANA_ADDRESS)
    await opened.page.getByText('Compare every group').waitFor()
    return opened
  },
  'form-signing': async (visit) => {
    const opened = await fillForm(visit, SOLANA_ADDRESS)
    opened.wallet.hold('personal_sign')
    await submit(opened.page)
    await opened.page.getByText('Your wallet asks you to sign.').waitFor()
    return opened
  },
  'form-submitting': async (visit) => {
    const opened = await fillForm(visit, SOLANA_ADDRESS)
    await opened.page.route(globOf(endpoints.public.submitClaim), () => {})
    await submit(opened.page)
    await opened.page.getByText('Your claim is being submitted').waitFor()
    return opened
  },
  'form-answer-lost': async (visit) => {
    const opened = await fillForm(visit, SOLANA_ADDRESS)
    await opened.page.route(globOf(endpoints.public.submitClaim), (route) => route.abort())
    await opened.page.route(globOf(endpoints.public.claim), (route) => route.abort())
    await submit(opened.page)
    await opened.page.getByText('was lost').waitFor()
    return opened
  },
  'form-wallet-busy': async (visit) => {
    const opened = await fillForm(visit, SOLANA_ADDRESS)
    opened.wallet.refuse('personal_sign', { code: -32002 })
    await submit(opened.page)
    await opened.page.getByText('A request is still open').waitFor()
    return opened
  },
  'other-account': async (visit) => {
    const opened = await fillForm(visit, SOLANA_ADDRESS)
    opened.wallet.hold('personal_sign')
    await submit(opened.page)
    await opened.page.getByText('Your wallet asks you to sign.').waitFor()
    await opened.wallet.emit('accountsChanged', [makeHolder().account.address])
    await opened.page.getByText('No Allocation Found').waitFor()
    return opened
  },
  'form-rejected': async (visit) => {
    const opened = await fillForm(visit, SOLANA_ADDRESS)
    opened.wallet.refuse('personal_sign', { code: 4001 })
    await submit(opened.page)
    await opened.page.getByText('Nothing was sent.').waitFor()
    return opened
  },
  'form-wrong-network': async (visit) => {
    const opened = await fillForm(visit, SOLANA_ADDRESS)
    await opened.wallet.emit('chainChanged', '0x1')
    await opened.page.getByText('Wrong Network').waitFor()
    return opened
  },
  success: async (visit) => {
    const opened = await fillForm(visit, SOLANA_ADDRESS)
    await submit(opened.page)
    await opened.page.getByText('Claim Submitted Successfully').waitFor()
    return opened
  },
  'status-queued': (visit) => seeClaim(visit, {}),
  'status-in-run': (visit) => seeClaim(visit, { inRunAt: IN_RUN_AT }),
  'status-sending': (visit) =>
    seeClaim(visit, {
      ...TAKEN,
      sending: true,
      cluster: 'mainnet',
      inRunAt: IN_RUN_AT,
      onChainAt: ON_CHAIN_AT,
    }),
  'status-attention': (visit) => seeClaim(visit, { ...TAKEN, attention: 'on_hold', inRunAt: IN_RUN_AT }),
  'status-failed': (visit) => seeClaim(visit, { attention: 'recipient', inRunAt: IN_RUN_AT }),
  'status-sent': (visit) =>
    seeClaim(visit, {
      ...TAKEN,
      status: 'sent',
      solTx: SIGNATURE,
      cluster: 'mainnet',
      inRunAt: IN_RUN_AT,
      onChainAt: ON_CHAIN_AT,
      settledAt: ON_CHAIN_AT + 14,
    }),
  'status-rejected': (visit) =>
    seeClaim(visit, {
      status: 'rejected',
      reason: 'The address belongs to an exchange. Write to us.',
      settledAt: IN_RUN_AT,
    }),
  'form-correct': async (visit) => {
    const opened = await seeClaim(visit, {})
    await opened.page.getByRole('button', { name: 'Change Solana address' }).click()
    await opened.page.getByRole('heading', { name: 'Change Solana address' }).waitFor()
    return opened
  },
  ...SAFE_SCENES,
  ...WALLETCONNECT_SCENES,
  'not-found': (visit) => visit({ path: '/elsewhere' }),
  test: (visit) => visit({ path: '/test' }),
}

/** Shows a scene in a browser of this kind, once its fonts are there. */
export async function showScene(
  fixture: ClaimFixture,
  name: string,
  context: BrowserContextOptions,
  prepare?: VisitOptions['prepare'],
): Promise<Page> {
  const scene = SCENES[name]
  if (!scene) throw new Error(`There is no scene ${name}`)
  const visit = (options: VisitOptions = {}) =>
    fixture.visit({
      ...options,
      context,
      async prepare(opened) {
        await prepare?.(opened)
        await options.prepare?.(opened)
      },
    })
  const { page } = await scene(visit, fixture)
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

async function fillForm(visit: (options?: VisitOptions) => Promise<Visit>, text: string): Promise<Visit> {
  const opened = await visit({ wallet: { connected: true } })
  await opened.proceed()
  const field = opened.page.getByLabel('Solana address')
  await field.fill(text)
  await field.blur()
  return opened
}

/** A phone shows no QR code of the page that it is on. */
function hasPageQr(page: Page): Promise<boolean> {
  return page.getByText('Continue on your phone').isVisible()
}

async function seePageQr(page: Page): Promise<void> {
  await page.getByRole('img', { name: 'QR code of this page' }).waitFor()
}

/** Goes on without a wallet, as far as the address that claims. */
async function enterElsewhere(
  visit: (options?: VisitOptions) => Promise<Visit>,
  options: VisitOptions = {},
): Promise<Visit> {
  const opened = await visit({ wallet: null, ...options })
  const way = opened.page.getByRole('button', { name: 'Sign elsewhere' })
  await opened.page.getByText('No wallet in this browser?').waitFor()
  // Folded on a phone.
  if (!(await way.isVisible())) await opened.openOtherWays()
  await way.click()
  await opened.page.getByLabel('EVM address').fill(opened.holder.account.address)
  return opened
}

async function fillElsewhere(
  visit: (options?: VisitOptions) => Promise<Visit>,
  options: VisitOptions = {},
): Promise<Visit> {
  const opened = await enterElsewhere(visit, options)
  await opened.page.getByRole('button', { name: 'Check allocation' }).click()
  await opened.proceed()
  await opened.page.getByLabel('Solana address').fill(SOLANA_ADDRESS)
  return opened
}

async function showText(
  visit: (options?: VisitOptions) => Promise<Visit>,
  options: VisitOptions = {},
): Promise<Visit> {
  const opened = await fillElsewhere(visit, options)
  await opened.page.getByRole('button', { name: 'Show the text to sign' }).click()
  await opened.page.getByLabel('Signature').waitFor()
  return opened
}

async function submit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign & Submit Claim' }).click()
}

async function seeClaim(
  visit: (options?: VisitOptions) => Promise<Visit>,
  change: Partial<ClaimResponse>,
): Promise<Visit> {
  const opened = await visit({
    wallet: { connected: true },
    prepare: (context) =>
      context.route(globOf(endpoints.public.claim), (route) =>
        route.fulfill({ json: { ...CLAIM, ...change } }),
      ),
  })
  await opened.page.getByText(CLAIM.id).waitFor()
  return opened
}
