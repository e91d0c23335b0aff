import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { callEndpoint } from '../harness/call-endpoint.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { loadHolders, makeHolder, signClaim } from '../harness/holders.ts'
import { startPayingPortal } from '../harness/paying-portal.ts'
import { addClaims, sampleClaim } from '../harness/sample-rows.ts'

const { denyList, bulkSender, standaloneSender } = endpoints
const { submitClaim, correctClaim } = endpoints.public
const SOURCE = 'OFAC SDN'

const portal = forAllTests(startPayingPortal)
beforeAll(async () => {
  await portal.configure('bulk')
  await portal.configure('standalone')
})
const deny = (address: string) => portal.call(denyList.add, { body: { address, source: SOURCE } })
const allow = (address: string) => portal.call(denyList.remove, { body: { address } })
const listed = async (q?: string) => (await portal.call(denyList.list, { query: { q } })).json()
const upload = (text: string, name = 'list.csv') =>
  portal.upload(denyList.upload, { name, content: Buffer.from(text) })

describe('the list', () => {
  test('is kept by address, searched, and recorded', async () => {
    const evm = `0x${'Ab'.repeat(20)}`
    const sol = freshSolanaAddress()
    expect((await deny(evm)).json()).toEqual({ ok: true })
    await portal.call(denyList.add, { body: { address: sol, source: 'A report', note: 'Ticket 12' } })
    expect(await listed()).toMatchObject({ total: 2, nextCursor: null })
    // With a space: no random address holds it.
    expect(await listed('OFAC SDN')).toMatchObject({
      addresses: [{ address: evm.toLowerCase(), source: SOURCE, note: null, addedAt: expect.any(Number) }],
    })
    expect(await listed('ticket 12')).toMatchObject({ addresses: [{ address: sol }] })
    expect(await listed(evm.slice(2, 9))).toMatchObject({ addresses: [{ address: evm.toLowerCase() }] })
    expect(await listed('%')).toMatchObject({ total: 2, addresses: [] })
    expect((await allow(evm)).statusCode).toBe(200)
    expect((await allow(evm)).json()).toMatchObject({ code: 'not_denied' })
    expect((await allow(sol)).statusCode).toBe(200)
    const actions = await portal.ferry.app.store.operatorActions.decisions(4)
    expect(actions.map(({ action, subject }) => [action, subject]).slice(-2)).toEqual([
      ['deny_addresses', sol],
      ['deny_addresses', evm.toLowerCase()],
    ])
    expect((await deny('0x12')).json()).toMatchObject({ code: 'invalid_denied_address' })
  })

  test('takes a file, all of it or nothing', async () => {
    const [one, two] = [freshSolanaAddress(), freshSolanaAddress()]
    const refused = await upload(`address,source\n${one},EU\nnonsense,EU\n`)
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toMatchObject({
      code: 'invalid_deny_file',
      details: [{ where: 'row 3', problem: 'is neither an EVM nor a Solana address' }],
    })
    expect((await upload('')).json()).toMatchObject({ code: 'invalid_deny_file' })
    expect((await listed()).total).toBe(0)
    expect((await upload(`${one}\n${two}\n${two}\n`, 'plain.txt')).json()).toEqual({ count: 2 })
    expect(await listed()).toMatchObject({ total: 2, addresses: [{ source: 'plain.txt' }, {}] })
    await upload(`note,address,source\nwhy,${one},EU\n`)
    expect(await listed(one)).toMatchObject({ total: 2, addresses: [{ source: 'EU', note: 'why' }] })
    await allow(one)
    await allow(two)
  })

  test('is read page by page', async () => {
    const addresses = Array.from({ length: 5 }, (_, index) => `0x${'0'.repeat(39)}${index}`)
    await upload(addresses.join('\n'))
    const first = (await portal.call(denyList.list, { query: { limit: 3 } })).json()
    const rest = (await portal.call(denyList.list, { query: { limit: 3, cursor: first.nextCursor } })).json()
    const pages = [...first.addresses, ...rest.addresses] as { address: string }[]
    expect(pages.map(({ address }) => address)).toEqual(addresses)
    expect(rest.nextCursor).toBeNull()
    for (const address of addresses) await allow(address)
  })
})

test('no claim is taken from or to an address on it, and none is corrected to one', async () => {
  const { server, app } = portal.ferry
  const holder = makeHolder()
  await loadHolders(app, [holder])
  const body = await signClaim(holder)
  for (const [address, code] of [
    [body.eth, 'wallet_denied'],
    [body.sol, 'destination_denied'],
  ] as const) {
    await deny(address)
    const refused = await callEndpoint(server, submitClaim, { body })
    expect([refused.statusCode, refused.json().code]).toEqual([403, code])
    await allow(address)
  }
  expect((await callEndpoint(server, submitClaim, { body })).statusCode).toBe(200)
  const anew = await signClaim(holder, { sol: freshSolanaAddress(), nonce: Number(body.nonce) + 1 })
  await deny(anew.sol)
  const refused = await callEndpoint(server, correctClaim, { params: { eth: anew.eth }, body: anew })
  expect(refused.json().code).toBe('destination_denied')
  await allow(anew.sol)
  await app.store.claimDecisions.reset({ atMs: 1, action: 'reset_claims', subject: '', detail: '' })
})

test('who is on it is told to those alone who signed', async () => {
  const { server, app } = portal.ferry
  const [holder, other] = [makeHolder(), makeHolder()]
  await loadHolders(app, [holder])
  const [body, stranger] = [await signClaim(holder), await signClaim(other)]
  const signature = (await signClaim(holder, { sol: freshSolanaAddress() })).signature
  const codes = async () => {
    const bodies = [{ ...body, signature }, stranger]
    const answers = await Promise.all(bodies.map((each) => callEndpoint(server, submitClaim, { body: each })))
    return answers.map((answer) => answer.json().code)
  }
  const whenFree = await codes()
  expect(whenFree).toEqual(['bad_signature', 'no_allocation'])
  for (const address of [body.eth, body.sol, stranger.eth, stranger.sol]) {
    await deny(address)
    expect(await codes()).toEqual(whenFree)
    await allow(address)
  }
})

describe('a payout', () => {
  async function untilEnded(sender: 'bulk' | 'standalone') {
    const { run } = (await portal.call(endpoints.admin.state)).json().senders[sender]
    return run?.running ? 'running' : run?.state
  }

  test('of claims holds those of denied holders and wallets, with the reason, and pays them afterwards', async () => {
    const claims = Array.from({ length: 3 }, () =>
      sampleClaim({ solAddress: freshSolanaAddress(), amountUA: '2' }),
    )
    await addClaims(portal.ferry.app, claims)
    const [byHolder, byWallet, free] = claims
    if (!byHolder || !byWallet || !free) throw new Error('no claims')
    await deny(byHolder.evmAddress)
    await deny(byWallet.solAddress)
    await portal.call(bulkSender.start)
    await expect.poll(() => untilEnded('bulk')).toBe('completed')
    expect(await portal.balanceOf(free.solAddress)).toBe(2_000_000_000n)
    for (const { solAddress } of [byHolder, byWallet]) expect(await portal.balanceOf(solAddress)).toBe(0n)
    const { holds } = (await portal.call(bulkSender.holds)).json()
    expect(holds.map(({ known }: { known: string }) => known).sort()).toEqual(
      [byHolder.evmAddress, byWallet.solAddress]
        .map(
          (address) =>
            `${address} is on the deny list (${SOURCE}). The next run pays it once the address is off the list`,
        )
        .sort(),
    )
    expect(holds.map(({ cause }: { cause: string }) => cause)).toEqual(['denied', 'denied'])
    await allow(byHolder.evmAddress)
    await allow(byWallet.solAddress)
    // Claims that were held for it are queued again at once.
    expect((await portal.call(bulkSender.holds)).json().holds).toEqual([])
    await portal.call(bulkSender.start)
    await expect.poll(() => portal.balanceOf(byWallet.solAddress)).toBe(2_000_000_000n)
    await expect.poll(() => portal.balanceOf(byHolder.solAddress)).toBe(2_000_000_000n)
    expect(await portal.balanceOf(free.solAddress)).toBe(2_000_000_000n)
    await expect.poll(() => untilEnded('bulk')).toBe('completed')
  })

  test('of a distribution holds the rows of denied wallets, and pays them afterwards', async () => {
    const [denied, free] = [freshSolanaAddress(), freshSolanaAddress()]
    const rows = [denied, free].map((recipient) => [recipient, '1'])
    const { distributionId } = (await portal.uploadPayments(rows)).json()
    const start = () => portal.call(standaloneSender.start, { params: { distributionId } })
    await deny(denied)
    await start()
    await expect.poll(() => untilEnded('standalone')).toBe('completed')
    expect(await portal.balanceOf(free)).toBe(1_000_000_000n)
    expect(await portal.balanceOf(denied)).toBe(0n)
    const { holds } = (await portal.call(bulkSender.holds)).json()
    expect(holds).toMatchObject([{ attemptId: null, transfers: [{ recipient: denied, rowNumber: 1 }] }])
    expect(holds).toMatchObject([{ cause: 'denied' }])
    await allow(denied)
    expect((await portal.call(bulkSender.holds)).json().holds).toMatchObject([
      { cause: 'cleared', known: expect.stringMatching(/Send What Is Left pays it$/) },
    ])
    expect((await start()).statusCode).toBe(200)
    await expect.poll(() => portal.balanceOf(denied)).toBe(1_000_000_000n)
    expect(await portal.balanceOf(free)).toBe(1_000_000_000n)
  })
})
