import type { Address, Hex } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { sealedClaim } from '#domain/sealed-record.ts'
import { fetchEndpoint } from '../harness/call-endpoint.ts'
import { forAllTests } from '../harness/for-tests.ts'
import {
  type ClaimPayload,
  findClaim,
  type Holder,
  loadHolders,
  makeHolder,
  signClaim,
  withHighS,
} from '../harness/holders.ts'
import { prepareSafe, type SafeWallet, startEvmChains } from '../harness/safe-wallets.ts'
import { startPortal } from '../harness/start-portal.ts'

const DAY = 24 * 60 * 60_000
const BSC = 'BNB Smart Chain Mainnet'
const EGON = 'EgonCoin Mainnet'

const makeOwner = () => privateKeyToAccount(generatePrivateKey())
const [ann, bob, eve] = [makeOwner(), makeOwner(), makeOwner()]

let url: string

const chains = forAllTests(startEvmChains)
const ferry = forAllTests(() =>
  startPortal({
    environment: { EVM_RPC_URL_56: chains.bsc.url, EVM_RPC_URL_271: chains.node.url },
  }),
)
beforeAll(async () => {
  url = await ferry.listen()
})
beforeEach(() => {
  chains.node.fault = 'well'
})
interface Answer {
  status: number
  retryAfter: string | null
  body: { ok?: boolean; id?: string; code?: string; error?: string }
}

async function submit(claim: ClaimPayload, to = url): Promise<Answer> {
  const response = await fetchEndpoint(to, endpoints.public.submitClaim, { body: claim })
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    body: (await response.json()) as Answer['body'],
  }
}

async function isStored({ account }: Holder, at = url): Promise<boolean> {
  const response = await fetchEndpoint(at, endpoints.public.claim, { params: { eth: account.address } })
  return response.status === 200
}

/** Loads the allocation of a contract account, whose wallet signs as `sign` does. */
async function loadWallet(
  address: Address,
  sign: (message: string) => Promise<Hex>,
  portal = ferry,
): Promise<Holder> {
  const account = { address, signMessage: ({ message }: { message: unknown }) => sign(String(message)) }
  const holder = { account, amountWei: 7_000_000_000_000_000_000n }
  await loadHolders(portal.app, [holder])
  return holder
}

async function deployedSafe(
  owners: PrivateKeyAccount[],
  threshold?: number,
  contracts = chains.onBsc,
): Promise<SafeWallet> {
  const safe = await prepareSafe(contracts, owners, threshold)
  await safe.deploy()
  return safe
}

const accepted = { status: 200, body: { ok: true } }

describe('a contract wallet claims', () => {
  test.each([
    ['with one owner', 1, [ann]],
    ['with two owners of three', 2, [ann, bob, eve]],
  ])('%s', async (_, threshold, owners) => {
    const safe = await deployedSafe(owners, threshold)
    const holder = await loadWallet(safe.address, (message) => safe.sign(message, owners.slice(0, threshold)))
    expect(await submit(await signClaim(holder))).toMatchObject(accepted)
    const claim = await findClaim(ferry.app, { account: safe })
    expect(claim).toMatchObject({ signedBy: 'contract' })
    expect(claim && ferry.app.seals.differences(sealedClaim(claim), claim.seal)).toBeNull()
    expect(await submit(await signClaim(holder))).toMatchObject({
      status: 409,
      body: { code: 'already_claimed' },
    })
  })

  test('before it is deployed', async () => {
    const safe = await prepareSafe(chains.onEgon, [ann, bob, eve], 2)
    const holder = await loadWallet(safe.address, (message) => safe.signUndeployed(message, [bob, eve]))
    expect(await submit(await signClaim(holder, { chainId: '0x10f' }))).toMatchObject(accepted)
  })

  test('by what its owners recorded on the chain, thirteen days after', async () => {
    const safe = await deployedSafe([ann, bob], 2)
    const holder = await loadWallet(safe.address, (message) => safe.signOnChain(message, [ann, bob]))
    const claim = await signClaim(holder, { nonce: Date.now() - 13 * DAY })
    expect(claim.signature).toBe('0x')
    expect(await submit(claim)).toMatchObject(accepted)
  })

  test('not after fourteen days, nor from the future', async () => {
    const safe = await deployedSafe([ann])
    const holder = await loadWallet(safe.address, (message) => safe.sign(message, [ann]))
    for (const nonce of [Date.now() - 14 * DAY - 1000, Date.now() + 65_000]) {
      expect(await submit(await signClaim(holder, { nonce }))).toMatchObject({
        status: 400,
        body: { code: 'stale_nonce' },
      })
    }
    expect(await submit(await signClaim(holder, { nonce: Date.now() - 14 * DAY + 5000 }))).toMatchObject(
      accepted,
    )
  })

  test("not with others' signatures, or for other words", async () => {
    const safe = await deployedSafe([ann, bob, eve], 2)
    const refused = { status: 400, body: { code: 'bad_signature' } }
    const stranger = await loadWallet(safe.address, (message) => safe.sign(message, [ann, makeOwner()]))
    expect(await submit(await signClaim(stranger))).toMatchObject(refused)
    const holder = await loadWallet(safe.address, (message) => safe.sign(message, [ann, eve]))
    expect(await submit(await signClaim(holder, {}, { amountUA: '8' }))).toMatchObject(refused)
    const claim = await signClaim(holder)
    expect(await submit({ ...claim, nonce: Number(claim.nonce) - 1 })).toMatchObject(refused)
    expect(await isStored(holder)).toBe(false)
  })

  test("not undeployed with another's signature", async () => {
    const safe = await prepareSafe(chains.onBsc, [ann])
    const holder = await loadWallet(safe.address, (message) => safe.signUndeployed(message, [eve]))
    expect(await submit(await signClaim(holder))).toMatchObject({
      status: 400,
      body: { code: 'bad_signature' },
    })
    expect(await isStored(holder)).toBe(false)
  })

  test('not on a chain where it does not exist; the error names the chain where it does', async () => {
    const safe = await deployedSafe([ann, bob])
    const holder = await loadWallet(safe.address, (message) => safe.sign(message, [ann, bob]))
    const { status, body } = await submit(await signClaim(holder, { chainId: 271 }))
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'contract_on_other_chain' })
    expect(body.error).toContain(`a contract wallet on ${BSC}, not on ${EGON}`)

    const nowhere = await prepareSafe(chains.onBsc, [ann, bob])
    const other = await loadWallet(nowhere.address, (message) => nowhere.sign(message, [ann, bob]))
    const answer = await submit(await signClaim(other))
    expect(answer).toMatchObject({ status: 400, body: { code: 'no_contract_on_chain' } })
    expect(answer.body.error).toContain(BSC)
  })
})

describe('an account of a key, beside them', () => {
  test('claims while no node answers', async () => {
    const holder = makeHolder()
    await loadHolders(ferry.app, [holder])
    chains.node.fault = 'down'
    expect(await submit(await signClaim(holder, { chainId: 271 }))).toMatchObject(accepted)
  })

  test.each<[string, string, (holder: Holder) => Promise<ClaimPayload>]>([
    ['thirteen days old', 'stale_nonce', (holder) => signClaim(holder, { nonce: Date.now() - 13 * DAY })],
    ['eleven minutes old', 'stale_nonce', (holder) => signClaim(holder, { nonce: Date.now() - 11 * 60_000 })],
    ['with high s', 'high_s_signature', async (holder) => withHighS(await signClaim(holder))],
    ['of another amount', 'bad_signature', (holder) => signClaim(holder, {}, { amountUA: '9' })],
  ])('is refused: %s', async (_, code, sign) => {
    const holder = makeHolder()
    await loadHolders(ferry.app, [holder])
    expect(await submit(await sign(holder))).toMatchObject({ status: 400, body: { code } })
    expect(await isStored(holder)).toBe(false)
  })

  test('that delegates to a contract (EIP-7702) claims with its key, within ten minutes', async () => {
    const owner = makeOwner()
    const holder = { account: owner, amountWei: 3n }
    await loadHolders(ferry.app, [holder])
    await chains.bsc.client.setBalance({ address: owner.address, value: 10n ** 18n })
    const authorization = await chains.bsc.client.signAuthorization({
      account: owner,
      contractAddress: chains.onBsc.handler,
      executor: 'self',
    })
    const hash = await chains.bsc.client.sendTransaction({
      account: owner,
      to: eve.address,
      authorizationList: [authorization],
    })
    await chains.bsc.mined(hash)
    expect(await chains.bsc.client.getCode({ address: owner.address })).toMatch(/^0xef0100/)

    const stale = await submit(await signClaim(holder, { nonce: Date.now() - 11 * 60_000 }))
    expect(stale).toMatchObject({ status: 400, body: { code: 'stale_nonce' } })
    expect(await submit(await signClaim(holder))).toMatchObject(accepted)
  })
})

describe('where the chain can not be asked', () => {
  test('a node that is down decides nothing: the same claim is accepted once it is back', async () => {
    const safe = await deployedSafe([ann, bob], 2, chains.onEgon)
    const holder = await loadWallet(safe.address, (message) => safe.sign(message, [ann, bob]))
    const claim = await signClaim(holder, { chainId: 271 })
    chains.node.fault = 'down'
    const answer = await submit(claim)
    expect(answer).toMatchObject({ status: 503, retryAfter: '5', body: { code: 'evm_rpc_unreachable' } })
    expect(answer.body.error).toContain(EGON)
    expect(await isStored(holder)).toBe(false)
    expect(ferry.logLines.join('')).toContain('contract wallets can not be checked')

    chains.node.fault = 'well'
    expect(await submit(claim)).toMatchObject(accepted)
  })

  test('a chain without a node accepts keys only, and the error says so', async () => {
    const bare = await startPortal({ environment: { EVM_RPC_URL_271: chains.node.url } })
    const to = await bare.listen()
    const safe = await deployedSafe([ann, bob])
    const holder = await loadWallet(safe.address, (message) => safe.sign(message, [ann, bob]), bare)
    const { status, body } = await submit(await signClaim(holder), to)
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'contract_wallet' })
    expect(body.error).toContain(`can not be checked on ${BSC}`)

    const there = await prepareSafe(chains.onEgon, [ann, bob], 2)
    await there.deploy()
    const elsewhere = await loadWallet(there.address, (message) => there.sign(message, [ann, bob]), bare)
    const told = await submit(await signClaim(elsewhere), to)
    expect(told).toMatchObject({ status: 400, body: { code: 'contract_checked_elsewhere' } })
    expect(told.body.error).toContain(`Switch to ${EGON}`)

    const person = makeHolder()
    await loadHolders(bare.app, [person])
    expect(await submit(await signClaim(person), to)).toMatchObject(accepted)
    await bare.close()
  })

  test('signatures that only a chain can decide: four of one client at once, and keys as before', async () => {
    const portal = await startPortal({
      environment: { EVM_RPC_URL_271: chains.node.url, TRUST_PROXY: 'on' },
    })
    const to = await portal.listen()
    const holders = Array.from({ length: 6 }, () => makeHolder())
    await loadHolders(portal.app, holders)
    chains.node.fault = 'silent'
    const garbage = await Promise.all(
      holders.map(async (holder) => ({
        ...(await signClaim(holder, { chainId: '0x10f' })),
        signature: `0x${'7'.repeat(200)}`,
      })),
    )
    const answers = await Promise.all(garbage.map((claim) => submit(claim, to)))
    const codes = answers.map(({ body }) => body.code).toSorted()
    expect(codes).toEqual([
      ...new Array(4).fill('evm_rpc_unreachable'),
      ...new Array(2).fill('wallet_checks_busy'),
    ])
    expect(answers.find(({ body }) => body.code === 'wallet_checks_busy')).toMatchObject({
      status: 503,
      retryAfter: '5',
    })
    const [person] = holders
    expect(person && (await submit(await signClaim(person), to))).toMatchObject(accepted)
    await portal.close()
  })

  test("a URL that leads to another chain's node is reported at the start, and to the claimant", async () => {
    const mixedUp = await startPortal({ environment: { EVM_RPC_URL_56: chains.egon.url } })
    const to = await mixedUp.listen()
    await expect.poll(() => mixedUp.logLines.join('')).toContain('The node is on chain 271')
    const safe = await deployedSafe([ann])
    const holder = await loadWallet(safe.address, (message) => safe.sign(message, [ann]), mixedUp)
    const answer = await submit(await signClaim(holder), to)
    expect(answer).toMatchObject({ status: 503, body: { code: 'evm_rpc_wrong_chain' } })
    expect(await isStored(holder, to)).toBe(false)
    await mixedUp.close()
  })
})
