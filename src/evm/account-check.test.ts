import { type Address, concat, type Hex } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readEvmAddress } from '#domain/evm-address.ts'
import { CONTRACT_CODE } from '../../test/harness/contract-code.ts'
import { type EvmChains, prepareSafe, startEvmChains } from '../../test/harness/safe-wallets.ts'
import { type AccountCheck, createAccountCheck } from './account-check.ts'
import { CheckBudget } from './check-budget.ts'
import { type SignerCheck, startSignerCheck } from './signer-check.ts'

const MESSAGE = 'Claim SPL tokens'
const makeOwner = () => privateKeyToAccount(generatePrivateKey())
const [ann, bob, eve] = [makeOwner(), makeOwner(), makeOwner()]

let chains: EvmChains
let signers: SignerCheck
let accounts: AccountCheck
const troubles: Error[] = []

beforeAll(async () => {
  ;[chains, signers] = await Promise.all([startEvmChains(), startSignerCheck()])
  accounts = await createAccountCheck({
    signers,
    rpcUrls: new Map([
      [56, chains.bsc.url],
      [271, chains.node.url],
    ]),
    onTrouble: (error) => troubles.push(error),
  })
})
beforeEach(() => {
  chains.node.fault = 'well'
  chains.node.asked.length = 0
  troubles.length = 0
})
afterAll(async () => {
  await Promise.all([signers.close(), chains.close()])
})

function check(address: Address, signature: Hex, { chainId = 56, message = MESSAGE, by = accounts } = {}) {
  const read = readEvmAddress(address)
  if (read === null) throw new Error('no address')
  return by.check({ address: read, message, signature, chainId }, null)
}

async function deploySafe(owners: PrivateKeyAccount[], threshold?: number, contracts = chains.onBsc) {
  const safe = await prepareSafe(contracts, owners, threshold)
  await safe.deploy()
  return safe
}

describe('a Safe that is deployed', () => {
  test('accepts what enough owners signed', async () => {
    const one = await deploySafe([ann])
    const two = await deploySafe([ann, bob, eve], 2)
    const signature = await one.sign(MESSAGE, [ann])
    expect(signature).toHaveLength(2 + 65 * 2)
    expect(await check(one.address, signature)).toEqual({ signedBy: 'contract' })
    expect(await check(two.address, await two.sign(MESSAGE, [eve, ann]))).toEqual({ signedBy: 'contract' })
  })

  test('accepts what owners signed on the chain, without any bytes', async () => {
    const safe = await deploySafe([ann, bob, eve], 2)
    expect(await check(safe.address, '0x')).toEqual({ problem: 'bad_signature' })
    const signature = await safe.signOnChain(MESSAGE, [ann, bob])
    expect(await check(safe.address, signature)).toEqual({ signedBy: 'contract' })
    expect(await check(safe.address, signature, { message: 'other' })).toEqual({ problem: 'bad_signature' })
  })

  test('refuses what others, too few, or owners signed for something else', async () => {
    const safe = await deploySafe([ann, bob, eve], 2)
    const another = await deploySafe([ann, bob, eve], 2)
    const signature = await safe.sign(MESSAGE, [ann, bob])
    const refused = { problem: 'bad_signature' }
    expect(await check(safe.address, await safe.sign(MESSAGE, [ann, makeOwner()]))).toEqual(refused)
    expect(await check(safe.address, await safe.sign(MESSAGE, [ann]))).toEqual(refused)
    expect(
      await check(safe.address, concat([signature.slice(0, 132) as Hex, `0x${signature.slice(2, 132)}`])),
    ).toEqual(refused)
    expect(await check(safe.address, signature, { message: `${MESSAGE} ` })).toEqual(refused)
    expect(await check(another.address, signature)).toEqual(refused)
    expect(await check(safe.address, await ann.signMessage({ message: MESSAGE }))).toEqual(refused)
  })

  test('is checked on its own chain', async () => {
    const safe = await deploySafe([ann, bob])
    const signature = await safe.sign(MESSAGE, [ann, bob])
    expect(await check(safe.address, signature, { chainId: 271 })).toEqual({
      problem: 'contract_on_other_chain',
      chainId: 56,
    })
    const there = await prepareSafe(chains.onEgon, [ann, bob], 2, 900n)
    await there.deploy()
    const here = await prepareSafe(chains.onBsc, [ann, bob], 2, 900n)
    await here.deploy()
    expect(here.address).toBe(there.address)
    const signedThere = await there.sign(MESSAGE, [ann, bob])
    expect(await check(there.address, signedThere, { chainId: 271 })).toEqual({ signedBy: 'contract' })
    expect(await check(here.address, signedThere)).toEqual({ problem: 'bad_signature' })
  })
})

describe('a Safe that is not deployed', () => {
  test('accepts what its owners signed, and is not deployed by that', async () => {
    const one = await prepareSafe(chains.onBsc, [ann])
    const two = await prepareSafe(chains.onBsc, [ann, bob, eve], 2)
    expect(await check(one.address, await one.signUndeployed(MESSAGE, [ann]))).toEqual({
      signedBy: 'contract',
    })
    const signature = await two.signUndeployed(MESSAGE, [bob, eve])
    expect(await check(two.address, signature)).toEqual({ signedBy: 'contract' })
    expect(await chains.bsc.client.getCode({ address: two.address })).toBeUndefined()

    await two.deploy()
    expect(await check(two.address, signature)).toEqual({ signedBy: 'contract' })
  })

  test("refuses others' signatures, other messages and other wallets", async () => {
    const safe = await prepareSafe(chains.onBsc, [ann, bob], 2)
    const another = await prepareSafe(chains.onBsc, [eve])
    const refused = { problem: 'bad_signature' }
    expect(await check(safe.address, await safe.signUndeployed(MESSAGE, [ann, eve]))).toEqual(refused)
    const signature = await safe.signUndeployed(MESSAGE, [ann, bob])
    expect(await check(safe.address, signature, { message: 'other' })).toEqual(refused)
    expect(await check(safe.address, await another.signUndeployed(MESSAGE, [eve]))).toEqual(refused)
    expect(await check(ann.address, await another.signUndeployed(MESSAGE, [eve]))).toEqual(refused)
    expect(await check(safe.address, `0x${'6492'.repeat(16)}`)).toEqual(refused)
    expect(await check(safe.address, `0x${'ff'.repeat(96)}${'6492'.repeat(16)}`)).toEqual(refused)
  })

  test('has to carry its deployment in the signature', async () => {
    const one = await prepareSafe(chains.onBsc, [ann])
    const two = await prepareSafe(chains.onBsc, [ann, bob])
    expect(await check(one.address, await one.sign(MESSAGE, [ann]))).toEqual({ problem: 'bad_signature' })
    expect(await check(two.address, await two.sign(MESSAGE, [ann, bob]))).toEqual({
      problem: 'no_contract_on_chain',
    })
  })

  test('an owner who was removed can not sign by its original deployment', async () => {
    const safe = await prepareSafe(chains.onBsc, [eve])
    const signature = await safe.signUndeployed(MESSAGE, [eve])
    await safe.deploy()
    await safe.replaceFirstOwner(ann.address, [eve])
    expect(await check(safe.address, signature)).toEqual({ problem: 'bad_signature' })
    expect(await check(safe.address, await safe.sign(MESSAGE, [ann]))).toEqual({ signedBy: 'contract' })
  })

  test('nor by naming another chain, where it is not deployed', async () => {
    const deployed = await prepareSafe(chains.onBsc, [eve], 1, 901n)
    const bornAgain = await prepareSafe(chains.onEgon, [eve], 1, 901n)
    expect(bornAgain.address).toBe(deployed.address)
    const signature = await bornAgain.signUndeployed(MESSAGE, [eve])
    expect(await check(bornAgain.address, signature, { chainId: 271 })).toEqual({ signedBy: 'contract' })
    await deployed.deploy()
    expect(await check(bornAgain.address, signature, { chainId: 271 })).toEqual({
      problem: 'contract_on_other_chain',
      chainId: 56,
    })
  })
})

describe('an account of a key', () => {
  test('needs no node, on any chain', async () => {
    chains.node.fault = 'down'
    const signature = await ann.signMessage({ message: MESSAGE })
    expect(await check(ann.address, signature, { chainId: 271 })).toEqual({ signedBy: 'key' })
    expect(chains.node.asked).toEqual([])
  })

  test('is refused as a key where it has no code', async () => {
    const signature = await ann.signMessage({ message: MESSAGE })
    expect(await check(bob.address, signature)).toEqual({ problem: 'bad_signature' })
    expect(await check(ann.address, highS(signature))).toEqual({ problem: 'high_s_signature' })
    expect(await check(ann.address, signature.slice(0, -2) as Hex)).toEqual({ problem: 'bad_signature' })
    expect(await check(ann.address, '0xabc')).toEqual({ problem: 'bad_signature' })
  })

  test('that delegates to a contract (EIP-7702) may sign either way', async () => {
    const holder = makeOwner()
    const byKey = await holder.signMessage({ message: MESSAGE })
    const byOther = await eve.signMessage({ message: MESSAGE })

    await delegate(holder, CONTRACT_CODE.no)
    expect(await check(holder.address, byKey)).toEqual({ signedBy: 'key' })
    expect(await check(holder.address, byOther)).toEqual({ problem: 'bad_signature' })

    await delegate(holder, CONTRACT_CODE.yes)
    expect(await check(holder.address, byKey)).toEqual({ signedBy: 'key' })
    expect(await check(holder.address, byOther)).toEqual({ signedBy: 'contract' })
  })
})

describe('where a chain can not be asked', () => {
  test('without a node, only keys are checked', async () => {
    const onlyEgon = await createAccountCheck({ signers, rpcUrls: new Map([[271, chains.node.url]]) })
    const safe = await deploySafe([ann, bob])
    const by = onlyEgon
    expect(await check(safe.address, await safe.sign(MESSAGE, [ann, bob]), { by })).toEqual({
      problem: 'contract_wallet',
    })
    expect(await check(safe.address, await safe.signUndeployed(MESSAGE, [ann, bob]), { by })).toEqual({
      problem: 'contract_wallet',
    })
    const signature = await ann.signMessage({ message: MESSAGE })
    expect(await check(safe.address, signature, { by })).toEqual({ problem: 'bad_signature' })
    expect(await check(ann.address, signature, { by })).toEqual({ signedBy: 'key' })
    expect(await check(ann.address, highS(signature), { by })).toEqual({ problem: 'high_s_signature' })
    expect(chains.node.asked.filter((method) => method === 'eth_call')).toEqual([])

    chains.node.asked.length = 0
    expect(await check(bob.address, await bob.signMessage({ message: MESSAGE }), { by })).toEqual({
      signedBy: 'key',
    })
    expect(chains.node.asked).toEqual([])
  })

  test('without a node, a contract that another node shows is told where it can be checked', async () => {
    const onlyEgon = await createAccountCheck({ signers, rpcUrls: new Map([[271, chains.node.url]]) })
    const safe = await deploySafe([ann, bob], 2, chains.onEgon)
    const signature = await safe.sign(MESSAGE, [ann, bob])
    const elsewhere = { problem: 'contract_checked_elsewhere', chainId: 271 }
    expect(await check(safe.address, signature, { by: onlyEgon })).toEqual(elsewhere)
    expect(await check(safe.address, signature, { by: onlyEgon, chainId: 271 })).toEqual({
      signedBy: 'contract',
    })
    chains.node.fault = 'down'
    expect(await check(safe.address, signature, { by: onlyEgon })).toEqual({ problem: 'contract_wallet' })
  })

  test('where too much is asked of nodes already, nothing is decided, and keys are still accepted', async () => {
    const none = { atOnce: 0, perMinute: 0 }
    const by = await createAccountCheck({
      signers,
      rpcUrls: new Map([[271, chains.node.url]]),
      budget: new CheckBudget({ all: none, one: none }),
    })
    const signature = await ann.signMessage({ message: MESSAGE })
    expect(await check(bob.address, signature, { by, chainId: 271 })).toEqual({
      problem: 'wallet_checks_busy',
    })
    expect(await check(ann.address, signature, { by, chainId: 271 })).toEqual({ signedBy: 'key' })
    expect(chains.node.asked).toEqual([])
  })

  test('a node that is down decides nothing', async () => {
    const safe = await deploySafe([ann], 1, chains.onEgon)
    const signature = await safe.sign(MESSAGE, [ann])
    chains.node.fault = 'down'
    const result = { problem: 'evm_rpc_unreachable', chainId: 271 }
    expect(await check(safe.address, signature, { chainId: 271 })).toEqual(result)
    expect(troubles).toMatchObject([{ chainId: 271, trouble: 'unreachable' }])
    chains.node.fault = 'well'
    expect(await check(safe.address, signature, { chainId: 271 })).toEqual({ signedBy: 'contract' })
  })

  test("another chain's node decides nothing", async () => {
    const safe = await deploySafe([ann])
    const mixedUp = await createAccountCheck({
      signers,
      rpcUrls: new Map([[56, chains.egon.url]]),
      onTrouble: (error) => troubles.push(error),
    })
    await mixedUp.probe()
    expect(troubles).toMatchObject([{ chainId: 56, trouble: 'wrong_chain' }])
    const signature = await safe.sign(MESSAGE, [ann])
    expect(await check(safe.address, signature, { by: mixedUp })).toEqual({
      problem: 'evm_rpc_wrong_chain',
      chainId: 56,
    })
  })

  test("the other chain's node decides only where a wallet would be deployed", async () => {
    const safe = await prepareSafe(chains.onBsc, [ann])
    const wrapped = await safe.signUndeployed(MESSAGE, [ann])
    chains.node.fault = 'down'
    expect(await check(makeOwner().address, await ann.signMessage({ message: MESSAGE }))).toEqual({
      problem: 'bad_signature',
    })
    expect(await check(safe.address, wrapped)).toEqual({ problem: 'evm_rpc_unreachable', chainId: 271 })
    expect(troubles).toHaveLength(2)
  })
})

/** Delegates a key's account to the code of a contract, by a transaction that the key signs. */
async function delegate(holder: PrivateKeyAccount, code: Hex): Promise<void> {
  const contract: Address = '0x00000000000000000000000000000000000c0de3'
  await chains.bsc.client.setCode({ address: contract, bytecode: code })
  await chains.bsc.client.setBalance({ address: holder.address, value: 10n ** 18n })
  const authorization = await chains.bsc.client.signAuthorization({
    account: holder,
    contractAddress: contract,
    executor: 'self',
  })
  const hash = await chains.bsc.client.sendTransaction({
    account: holder,
    authorizationList: [authorization],
    to: eve.address,
  })
  await chains.bsc.mined(hash)
  expect(await chains.bsc.client.getCode({ address: holder.address })).toBe(`0xef0100${contract.slice(2)}`)
}

/** Makes the other signature that recovers to the same key. */
function highS(signature: Hex): Hex {
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const s = (order - BigInt(`0x${signature.slice(66, 130)}`)).toString(16).padStart(64, '0')
  return `0x${signature.slice(2, 66)}${s}${signature.endsWith('1b') ? '1c' : '1b'}`
}
