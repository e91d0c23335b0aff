import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { globOf } from '../harness/alter-reply.ts'
import { openClaimFixture, type Visit, type VisitOptions } from '../harness/claim-fixture.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { loadHolders, makeHolder, signClaim } from '../harness/holders.ts'
import { injectWallet } from '../harness/injected-wallet.ts'

/** Situations that people come into, each with what it is, and the words that they then see. */

const SOL = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'
const WORDS = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
const SUBMITTED = 'Claim Submitted Successfully'
const REJECTED = 'User rejected signature request'
const NOT_SIGNED = 'Failed to sign message'
const NO_ADDRESS = 'Invalid Solana address format.'
const SECRET = 'That looks like a private key or recovery phrase.'
const PHONE = {
  viewport: { width: 390, height: 844 },
  userAgent: 'Mozilla/5.0 (Linux; Android 15)',
  hasTouch: true,
}

const fixture = forAllTests(() => openClaimFixture({ holders: 120 }))
afterEach(() => fixture.endVisits())

const see = (page: Page, words: string) => page.getByText(words).filter({ visible: true }).first().waitFor()
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click()
const submit = ({ page }: Visit) => press(page, 'Sign & Submit Claim')

async function enter({ page }: Visit, text: string): Promise<void> {
  await page.getByLabel('Solana address', { exact: true }).fill(text)
}

async function fillForm(visit: Visit): Promise<void> {
  await visit.goToForm()
  await enter(visit, freshSolanaAddress())
}

async function sign(visit: Visit): Promise<void> {
  await fillForm(visit)
  await submit(visit)
}

interface Situation {
  options?: VisitOptions
  /** What happens from the first screen on. */
  happens(visit: Visit): Promise<unknown>
  /** The words that are seen at its end; more than one stand on the same screen. */
  sees: string | string[]
}

function play(situations: Record<string, Situation>): void {
  test.each(Object.entries(situations))('%s', async (_, { options, happens, sees }) => {
    const visit = await fixture.visit(options)
    await happens(visit)
    for (const words of [sees].flat()) await see(visit.page, words)
  })
}

/** A wallet that gives one answer of its own kind. */
const answers =
  (method: string, result: unknown, go: (visit: Visit) => Promise<unknown>) => async (visit: Visit) => {
    visit.wallet.answer(method, result)
    await go(visit)
  }
const refuses =
  (method: string, error: object, go: (visit: Visit) => Promise<unknown>) => async (visit: Visit) => {
    visit.wallet.refuse(method, error as never)
    await go(visit)
  }
const connect = (visit: Visit) => visit.connect()

describe('a wallet that connects', () => {
  play({
    'and gives its address in small letters: the page has it': {
      happens: async (visit) => {
        const { address } = visit.holder.account
        visit.wallet.answer('eth_requestAccounts', [address.toLowerCase()])
        await visit.connect()
      },
      sees: 'Eligible',
    },
    'and gives one address twice: it is one': {
      happens: async (visit) => {
        const { address } = visit.holder.account
        visit.wallet.answer('eth_requestAccounts', [address, address])
        await visit.connect()
      },
      sees: 'Eligible',
    },
    'and gives an account of another kind first: the EVM account is taken': {
      happens: async (visit) => {
        visit.wallet.answer('eth_requestAccounts', [SOL, visit.holder.account.address])
        await visit.connect()
      },
      sees: 'Eligible',
    },
    'and gives a bare address in place of a list: that is a refusal': {
      happens: answers('eth_requestAccounts', 'nothing', connect),
      sees: 'User rejected the connection request.',
    },
    'and gives nothing at all': {
      happens: answers('eth_requestAccounts', null, connect),
      sees: 'User rejected the connection request.',
    },
    'and gives objects in place of addresses': {
      happens: answers('eth_requestAccounts', [{ address: SOL }], connect),
      sees: 'This wallet gave no EVM account.',
    },
    'and says its chain as a number': {
      happens: answers('eth_chainId', 56, connect),
      sees: 'Eligible',
    },
    'and says its chain with a capital X': {
      options: { wallet: { chainId: '0X38' } },
      happens: (visit) => visit.goToForm(),
      sees: 'Submit your claim',
    },
    'and says its chain with zeros in front': {
      options: { wallet: { chainId: '0x0038' } },
      happens: (visit) => visit.goToForm(),
      sees: 'Submit your claim',
    },
    'and is refused by a text code of the wallet': {
      happens: refuses('eth_requestAccounts', { code: '4001' }, connect),
      sees: 'User rejected the connection request.',
    },
    'and is refused in words alone': {
      happens: refuses('eth_requestAccounts', { message: 'The user declined access' }, connect),
      sees: 'User rejected the connection request.',
    },
    'and has lost its node': {
      happens: refuses('eth_requestAccounts', { code: 4900 }, connect),
      sees: ['Connection Failed', 'Network error occurred. Please try again.'],
    },
    'and breaks': {
      happens: refuses(
        'eth_requestAccounts',
        { code: -32000, message: 'TypeError: x is undefined' },
        connect,
      ),
      sees: 'An unknown error occurred.',
    },
    'while its prompt is open already': {
      happens: refuses('eth_requestAccounts', { code: -32002 }, connect),
      sees: 'Your wallet already shows a request.',
    },
    'and has no name': {
      options: { wallet: { name: '' } },
      happens: async () => {},
      sees: 'Connect Wallet',
    },
    'and has a name of sixty letters': {
      options: { wallet: { name: 'W'.repeat(60) }, context: PHONE },
      happens: async ({ page }) => {
        await see(page, 'WWWW')
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
      },
      sees: 'Connect Wallet',
    },
    'and is one of two of the same name': {
      options: {
        wallet: { name: 'Twin' },
        prepare: (context) =>
          injectWallet(context, { accounts: [makeHolder().account], name: 'Twin', rdns: 'b.example' }),
      },
      happens: async ({ page }) => {
        await expect.poll(() => page.getByRole('button', { name: /^Twin/ }).count()).toBe(2)
        await page.getByRole('button', { name: /^Twin/ }).first().click()
      },
      sees: 'Your allocation',
    },
    'and is locked on the allocation': {
      happens: async (visit) => {
        await visit.connect()
        await see(visit.page, 'Eligible')
        await visit.wallet.emit('accountsChanged', [])
      },
      sees: 'Your wallet is no longer connected',
    },
    'and goes to an account that is on no list, in the form': {
      happens: async (visit) => {
        await fillForm(visit)
        await visit.wallet.emit('accountsChanged', [makeHolder().account.address])
      },
      sees: ['No Allocation Found', 'This address did not hold the coin at snapshot time.'],
    },
    'and comes back to its account: what was typed is there': {
      happens: async (visit) => {
        await visit.goToForm()
        await enter(visit, SOL)
        await visit.wallet.emit('accountsChanged', [makeHolder().account.address])
        await see(visit.page, 'No Allocation Found')
        await visit.wallet.emit('accountsChanged', [visit.holder.account.address])
        await visit.proceed()
      },
      sees: 'Compare every group',
    },
    'and says it is disconnected from its node, with its account kept': {
      happens: async (visit) => {
        await visit.connect()
        await see(visit.page, 'Eligible')
        await visit.wallet.emit('disconnect', { code: 4900 })
      },
      sees: 'Eligible',
    },
  })
})

describe('a wallet that signs', () => {
  play({
    'without 0x': {
      happens: async (visit) => {
        visit.wallet.writeSignature = (signature) => signature.slice(2)
        await sign(visit)
      },
      sees: SUBMITTED,
    },
    'with 0X': {
      happens: async (visit) => {
        visit.wallet.writeSignature = (signature) => `0X${signature.slice(2)}`
        await sign(visit)
      },
      sees: SUBMITTED,
    },
    'with spaces around': {
      happens: async (visit) => {
        visit.wallet.writeSignature = (signature) => `  ${signature}\r\n`
        await sign(visit)
      },
      sees: SUBMITTED,
    },
    'and gives an object': {
      happens: answers('personal_sign', { signature: '0x00' }, sign),
      sees: [NOT_SIGNED, 'Nothing was sent. Press Sign & Submit Claim to try again.'],
    },
    'and gives words': {
      happens: answers('personal_sign', 'signed!', sign),
      sees: 'Your wallet gave no signature.',
    },
    'and gives nothing': {
      happens: answers('personal_sign', null, sign),
      sees: NOT_SIGNED,
    },
    'and is told no, by the code': {
      happens: refuses('personal_sign', { code: 4001 }, sign),
      sees: [REJECTED, 'Nothing was sent. Press Sign & Submit Claim to try again.'],
    },
    'and is told no, in words of its own': {
      happens: refuses('personal_sign', { code: 0, message: 'Canceled by user' }, sign),
      sees: REJECTED,
    },
    'and lets the request expire': {
      happens: refuses('personal_sign', { code: -32603, message: 'Request expired' }, sign),
      sees: NOT_SIGNED,
    },
    'and is locked when it is asked': {
      happens: refuses('personal_sign', { code: 4100 }, sign),
      sees: 'Wallet not connected',
    },
    'and does not know the method': {
      happens: refuses('personal_sign', { code: 4200 }, sign),
      sees: NOT_SIGNED,
    },
    'only the second time': {
      happens: async (visit) => {
        await refuses('personal_sign', { code: 4001 }, sign)(visit)
        await see(visit.page, REJECTED)
        await submit(visit)
      },
      sees: SUBMITTED,
    },
    'after its person took another address first': {
      happens: async (visit) => {
        await refuses('personal_sign', { code: 4001 }, sign)(visit)
        await see(visit.page, REJECTED)
        await enter(visit, SOL)
        await submit(visit)
      },
      sees: [SUBMITTED, 'VFin'],
    },
  })
})

describe('in the field for the Solana address', () => {
  const entered: Record<string, [text: string, sees: string]> = {
    'an address with a line break': [`${SOL}\n`, 'Compare every group'],
    'one in quotes': [`“${SOL}”`, 'Other characters were left out.'],
    'one with a comma after it': [`${SOL},`, 'Other characters were left out.'],
    'one in groups, as this page writes it': [
      SOL.replace(/(.{4})/g, '$1 '),
      'Other characters were left out.',
    ],
    'one with a zero-width space in it': [
      `${SOL.slice(0, 9)}\u200b${SOL.slice(9)}`,
      'Other characters were left out.',
    ],
    'a link of a Solana wallet': [`solana:${SOL}?label=Me`, 'Taken from a Solana link.'],
    'its page in an explorer': [`https://solscan.io/account/${SOL}`, 'Taken from a page of solscan.io.'],
    'the page of a transaction': [`https://solscan.io/tx/${SOL}${SOL}`, NO_ADDRESS],
    'a name': ['toly.sol', 'Names like toly.sol do not work here.'],
    'an e-mail address': ['me@example.org', NO_ADDRESS],
    'half an address': [SOL.slice(0, 20), NO_ADDRESS],
    'one with an O in it': [SOL.replace('W', 'O'), NO_ADDRESS],
    'the EVM address again': ['0x52908400098527886E0F7030069857D2E4169EE7', 'That is an EVM address'],
    'a Bitcoin address': ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', NO_ADDRESS],
    'the address of the token program': [
      'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
      'belongs to a program',
    ],
    'a recovery phrase': [WORDS, SECRET],
    'a recovery phrase of numbered lines': [
      WORDS.split(' ')
        .map((word, index) => `${index + 1}. ${word}`)
        .join('\n'),
      SECRET,
    ],
    'a key as a file of numbers': [`[${Array.from({ length: 64 }, (_, byte) => byte).join(',')}]`, SECRET],
  }
  play(
    Object.fromEntries(
      Object.entries(entered).map(([name, [text, sees]]) => [
        name,
        {
          happens: async (visit) => {
            await visit.goToForm()
            await enter(visit, text)
            await visit.page.getByLabel('Solana address', { exact: true }).blur()
          },
          sees,
        },
      ]),
    ),
  )
})

describe('a reader of', () => {
  test.each([
    ['Swiss German', 'de-CH', 'Es wurde nichts gesendet.'],
    ['Mexican Spanish', 'es-MX', 'No se envió nada.'],
    ['Canadian French', 'fr-CA', 'Rien n’a été envoyé.'],
    ['Indonesian', 'id-ID', 'Tidak ada yang dikirim.'],
    ['European Portuguese', 'pt-PT', 'Nada foi enviado.'],
    ['Russian', 'ru-RU', 'Ничего не отправлено.'],
    ['Turkish', 'tr-TR', 'Hiçbir şey gönderilmedi.'],
    ['Vietnamese', 'vi-VN', 'Chưa có gì được gửi.'],
    ['Chinese in Taiwan', 'zh-TW', '没有发送任何内容。'],
    ['a language that is not here, which is English', 'ar-EG', 'Nothing was sent.'],
  ])('%s, who says no in the wallet', async (_, locale, told) => {
    const { page, wallet } = await fixture.visit({ context: { locale }, wallet: { connected: true } })
    const next = page.locator('main button.bg-accent-fill')
    await next.click()
    await page.locator('form textarea').fill(SOL)
    wallet.refuse('personal_sign', { code: 4001 })
    await next.click()
    await see(page, told)
  })
})

describe('on a slow or broken line', () => {
  const slowly =
    (endpoint: Parameters<typeof globOf>[0], delayMs: number): VisitOptions['prepare'] =>
    (context) =>
      context.route(globOf(endpoint, '*'), async (route) => {
        await new Promise((resolve) => setTimeout(resolve, delayMs))
        await route.continue().catch(() => {})
      })
  const answering =
    (status: number, body: string, headers: Record<string, string> = {}): VisitOptions['prepare'] =>
    (context) =>
      context.route(globOf(endpoints.public.submitClaim), (route) => route.fulfill({ status, body, headers }))
  const { allocation, submitClaim } = endpoints.public
  const html = { 'content-type': 'text/html' }

  play({
    'the allocation takes three seconds: that is said': {
      options: { prepare: slowly(allocation, 3_000) },
      happens: connect,
      sees: ['Loading your allocation...', 'Eligible'],
    },
    'the claim takes three seconds: it says how far it is': {
      options: { prepare: slowly(submitClaim, 3_000) },
      happens: sign,
      sees: ['Signed. Your claim is being submitted.', SUBMITTED],
    },
    'a proxy answers 502 in HTML': {
      options: { prepare: answering(502, '<html><h1>Bad Gateway</h1></html>', html) },
      happens: sign,
      sees: ['Failed to submit claim', 'This site did not answer.'],
    },
    'a firewall asks for a captcha': {
      options: { prepare: answering(403, '<title>Just a moment...</title>', html) },
      happens: sign,
      sees: ['Failed to submit claim', 'This site did not answer.'],
    },
    'the answer is cut off in its middle': {
      options: { prepare: answering(200, '{"ok":tr') },
      happens: sign,
      sees: 'Failed to submit claim',
    },
    'the line goes while the form is open': {
      happens: async (visit) => {
        await fillForm(visit)
        await visit.page.context().setOffline(true)
      },
      sees: ['You are offline', 'What you typed is kept.'],
    },
    'and comes back': {
      happens: async (visit) => {
        await fillForm(visit)
        await visit.page.context().setOffline(true)
        await see(visit.page, 'You are offline')
        await visit.page.context().setOffline(false)
        await expect.poll(() => visit.page.getByText('You are offline').count()).toBe(0)
        await submit(visit)
      },
      sees: SUBMITTED,
    },
  })
})

describe('with a second device', () => {
  async function claimElsewhere({ holder }: Visit): Promise<string> {
    const { claim } = await fixture.visit({ holder })
    return claim()
  }
  const comeBack = (page: Page) => page.evaluate("window.dispatchEvent(new Event('focus'))")

  play({
    'the claim was made there while the form is open here: nothing is signed': {
      happens: async (visit) => {
        await fillForm(visit)
        await claimElsewhere(visit)
        await submit(visit)
        await see(visit.page, 'Your claim is queued')
        expect(visit.wallet.calls).not.toContain('personal_sign')
      },
      sees: 'Queued for Payout',
    },
    'the claim was made there while the allocation is open here': {
      happens: async (visit) => {
        await visit.connect()
        await see(visit.page, 'Eligible')
        await claimElsewhere(visit)
        await comeBack(visit.page)
      },
      sees: 'Your claim is queued',
    },
    'the address was changed there: it is told here': {
      happens: async (visit) => {
        await visit.claim()
        const { page, connect: join } = await fixture.visit({ holder: visit.holder })
        await join()
        await press(page, 'Change Solana address')
        await page.getByLabel('Solana address', { exact: true }).fill(SOL)
        await press(page, 'Sign & Submit Claim')
        await see(page, 'Address changed')
        await comeBack(visit.page)
      },
      sees: '9xQeWv…VFin',
    },
    'the claim is seen there, on a phone': {
      options: { context: PHONE },
      happens: async (visit) => {
        await claimElsewhere(visit)
        await visit.connect()
      },
      sees: ['Your claim is queued', 'Waiting for payout', 'Change Solana address'],
    },
    'a new list came while the other one was signed for': {
      happens: async (visit) => {
        await fillForm(visit)
        const release = visit.wallet.hold('personal_sign')
        await submit(visit)
        await see(visit.page, 'Your wallet asks you to sign.')
        await loadHolders(fixture.portal.app, [
          { ...visit.holder, amountWei: visit.holder.amountWei + 10n ** 18n },
        ])
        release()
        await see(visit.page, 'Your allocation was changed from')
        await fixture.restoreHolders()
      },
      sees: 'Submission Failed',
    },
    'a script there has claimed by the API': {
      happens: async (visit) => {
        await fillForm(visit)
        const body = await signClaim(visit.holder)
        const made = await fetch(`${fixture.portal.url}/api/submitClaim`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
        expect(made.status).toBe(200)
        await submit(visit)
      },
      sees: 'Your claim is queued',
    },
  })
})
