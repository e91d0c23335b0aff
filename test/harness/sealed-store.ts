import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endpoints } from '#api-schema/endpoints.ts'
import { findAllocation } from '#app/allocations/public-list.ts'
import type { AppContext } from '#app/app-context.ts'
import { correctClaim, submitClaim } from '#app/claims/submit-claim.ts'
import { importDistribution } from '#app/distributions/import-distribution.ts'
import { doSendersAsk, haveSendersAsk } from '#app/second-secret/second-secret.ts'
import { openSenderKey } from '#app/senders/configured-sender.ts'
import { sealedClaim, sealedRecord, sealedRow } from '#domain/sealed-record.ts'
import { sendingKeyPlace } from '#domain/sender.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { buildXlsx } from './build-xlsx.ts'
import { callEndpoint } from './call-endpoint.ts'
import {
  type Holder,
  loadHolders,
  makeHolder,
  SIWE_SETTINGS,
  signClaim,
  siweTermsInForce,
} from './holders.ts'
import { beginRun, GENESIS, journalNext, MINT, sampleSender, sampleTransfer, WALLET } from './sample-rows.ts'
import { startPortal, type TestPortal } from './start-portal.ts'

/** What a store was filled with: several of each kind of sealed row. */
export interface SealedStore {
  holders: readonly Holder[]
  distributionId: string
  signatures: readonly string[]
}

const WALLET_KEY = { genesisHash: GENESIS, walletAddress: WALLET, mintAddress: MINT }
const ACKNOWLEDGED = ['acknowledged-1', 'acknowledged-2']

/** Nobody asks the chain about such a run again. */
const COMPARED = {
  agrees: true,
  checkedAtMs: 1,
  payments: 1,
  baseUnits: 1n,
  unknownPayments: 0,
  missing: 0,
  undecided: 0,
  otherOutflows: [],
}

/** Fills a portal's store with two or more of everything that SECRETS_KEY seals. */
export async function fillSealedStore({ app, server }: TestPortal): Promise<SealedStore> {
  await saveSenders(app)
  const holders = [makeHolder(), makeHolder(2n), makeHolder(3n)]
  await loadHolders(app, holders.slice(1))
  await loadHolders(app, holders)
  const [first, second] = holders as [Holder, Holder]
  const body = await signClaim(first)
  await callEndpoint(server, endpoints.public.submitClaim, { body })
  const again = await signClaim(first, { nonce: Number(body.nonce) + 1 })
  const params = { eth: first.account.address }
  await callEndpoint(server, endpoints.public.correctClaim, { params, body: again })
  const bound = { ...app, settings: { ...app.settings, ...SIWE_SETTINGS } }
  const siweTerms = await siweTermsInForce(bound)
  const bySiwe = await signClaim(second, {}, {}, siweTerms)
  await submitClaim(bound, bySiwe, null)
  const bySiweAgain = await signClaim(second, { nonce: Number(bySiwe.nonce) + 1 }, {}, siweTerms)
  await correctClaim(bound, second.account.address, bySiweAgain, null)
  const rows = [1, 2].map((amount) => [freshSolanaAddress(), { number: String(amount) }])
  const bytes = [await buildXlsx({ rows })]
  const { distributionId } = await importDistribution(app, {
    fileName: 'payments.xlsx',
    bytes: (async function* () {
      yield* bytes
    })(),
  })
  const signatures = []
  for (const claim of await app.store.claims.pageOfQueued(0, 2)) signatures.push(await pay(app, claim))
  for (const signature of ACKNOWLEDGED) {
    await app.store.acknowledgements.record(
      { genesisHash: GENESIS, signature, note: 'treasury', atMs: 1 },
      { atMs: 1, action: 'acknowledge', subject: signature, detail: '' },
    )
  }
  await addPasskeys(app)
  return { holders, distributionId, signatures }
}

/** Counts what the server of an app accepts of it. */
export async function acceptedOf(app: AppContext, { holders, distributionId, signatures }: SealedStore) {
  const { store, seals } = app
  const senders = await Promise.all((['bulk', 'standalone'] as const).map((kind) => store.senders.find(kind)))
  const claims = await store.claims.list({ limit: 10 })
  const allocations = await Promise.all(
    holders.map(({ account }) => findAllocation(app, account.address).catch(() => null)),
  )
  const rows = await store.distributions.transfers(distributionId)
  const records = await Promise.all(claims.map((claim) => store.claimRecords.find(claim)))
  return {
    keys: senders.map((sender) => sender && Buffer.from(openSenderKey(app.secrets, sender)).toString('hex')),
    nodes: senders.map((sender) => sender?.rpcUrl),
    claims: claims.filter((claim) => seals.fits(sealedClaim(claim), claim.seal)).length,
    corrections: records.flatMap(({ corrections }) =>
      corrections.filter((row) => seals.fits(sealedClaim({ ...row, id: row.claimId }), row.seal)),
    ).length,
    allocations: allocations.map((found) => found?.amountWei),
    rows: rows.filter((row) => row.seal !== null && seals.fits(sealedRow(row), row.seal)).length,
    attempts: (await store.journal.findAccounted(signatures)).size,
    anchor: await store.runs.newestAnchor(WALLET_KEY),
    secondSecret: (await app.secondSecret.passkeys()).sound.map(({ person }) => person),
    doSendersAsk: await doSendersAsk(app),
    acknowledged: (await store.acknowledgements.among(GENESIS, ACKNOWLEDGED)).size,
  }
}

async function saveSenders({ store, secrets }: AppContext): Promise<void> {
  for (const [index, kind] of (['bulk', 'standalone'] as const).entries()) {
    const sender = sampleSender({
      kind,
      rpcUrl: `http://127.0.0.1:1/${kind}`,
      fallbackRpcUrls: ['http://127.0.0.1:1/next'],
      mintAddress: kind === 'bulk' ? MINT : freshSolanaAddress(),
    })
    const sealedKey = secrets.seal(Buffer.alloc(64, index + 1), sendingKeyPlace(sender))
    await store.senders.save({ ...sender, sealedKey })
  }
}

/** Two passkeys, and what their people have made: the senders ask from then on. */
async function addPasskeys(app: AppContext): Promise<void> {
  const { store, seals } = app
  for (const person of ['Ann', 'Ben']) {
    const passkey = {
      id: person,
      person,
      name: 'phone',
      credentialId: `credential of ${person}`,
      publicKey: 'key',
      rpId: 'localhost',
      origin: 'http://localhost',
      createdAtMs: 1,
    }
    const seal = seals.make(sealedRecord('passkey', passkey))
    await store.passkeys.add(
      { ...passkey, counter: 0, lastUsedAtMs: null, answeredAtMs: 0, seal },
      { atMs: 1, action: 'register_passkey', subject: person, detail: '' },
    )
    const maker = { subject: `distribution of ${person}`, person }
    await store.makers.note({ ...maker, seal: seals.make(sealedRecord('maker', maker)) })
  }
  await haveSendersAsk(app, true)
}

/** A run that is anchored, signs for one claim, and ends. */
async function pay({ store }: AppContext, claim: Parameters<typeof sampleTransfer>[0]): Promise<string> {
  const run = await beginRun({ store })
  await store.runs.addTransfers([sampleTransfer(claim, { runId: run.id })])
  await store.runs.setAnchor(run.id, { slot: run.id, baseUnits: 9n })
  const { attempt, fence } = await journalNext({ store }, run)
  await store.journal.settlePaid([{ attempt, slot: 1 }], 1)
  await store.leases.release(WALLET, fence)
  await store.runs.finish(run.id, 'completed', null, 1)
  await store.runs.setComparison(run.id, COMPARED)
  return attempt.signature
}

type Accepted = Awaited<ReturnType<typeof acceptedOf>>

/** A DATA_DIR with two of everything that is sealed, of a server that was stopped. */
export interface SealedFolder {
  dataDir: string
  acceptedBefore: Accepted
  /** Starts a server on it, and counts what it accepts. */
  accepted(secretsKey?: string): Promise<Accepted>
  remove(): void
}

export async function makeSealedFolder(): Promise<SealedFolder> {
  const folder = mkdtempSync(join(tmpdir(), 'ferry-sealed-'))
  const dataDir = join(folder, 'data')
  const portal = await startPortal({ environment: { DATA_DIR: dataDir } })
  const filled = await fillSealedStore(portal)
  const acceptedBefore = await acceptedOf(portal.app, filled)
  await portal.close()
  return {
    dataDir,
    acceptedBefore,
    async accepted(secretsKey) {
      const environment = { DATA_DIR: dataDir, ...(secretsKey && { SECRETS_KEY: secretsKey }) }
      const again = await startPortal({ environment })
      const accepted = await acceptedOf(again.app, filled)
      await again.close()
      return accepted
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
