import { randomBytes, randomInt } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { endpoints } from '#api-schema/endpoints.ts'
import { startPostgres } from '#lab/environment/start-postgres.ts'
import { PortalClient, PortalResponseError, publishList } from './portal-client.ts'
import { type RehearsalServer, startServer } from './rehearsal-environment.ts'

const ADMIN_PASSWORD = 'a password for violent rehearsals'
const BEGINNING_ROWS = 2_000

/** The lists of a store, and how many rows it holds of each. */
interface StoredList {
  state: string
  addressCount: number
  rows: number
}

export interface DoubleStarts {
  /** Of the servers that were started, two at a time. */
  ready: number
  /** Databases that hold anything but one list with all of its rows. */
  wrong: number
}

export interface StartsDuringUploads {
  published: number
  refused: number
  /** Published lists that lack rows. */
  lacking: number
}

/** Servers on one PostgreSQL, each with a folder of its own. */
class Bench implements AsyncDisposable {
  readonly #postgres: Awaited<ReturnType<typeof startPostgres>>
  readonly #folder: string
  readonly allocationsFile: string
  #servers = 0

  private constructor(postgres: Awaited<ReturnType<typeof startPostgres>>, folder: string) {
    this.#postgres = postgres
    this.#folder = folder
    this.allocationsFile = join(folder, 'holders.csv')
  }

  static async open(): Promise<Bench> {
    const bench = new Bench(await startPostgres(), await mkdtemp(join(tmpdir(), 'ferry-starts-')))
    await writeFile(bench.allocationsFile, [...listOf(BEGINNING_ROWS)].join(''))
    return bench
  }

  async newDatabase(): Promise<Record<'DATABASE_URL' | 'SECRETS_KEY', string>> {
    return {
      DATABASE_URL: await this.#postgres.createDatabase(),
      SECRETS_KEY: randomBytes(32).toString('base64'),
    }
  }

  start(env: Record<string, string>): Promise<RehearsalServer> {
    const folder = join(this.#folder, `server-${++this.#servers}`)
    const { allocationsFile } = this
    return startServer({ folder }, { allocationsFile, adminPassword: ADMIN_PASSWORD, port: 0, env })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#postgres.stop()
    await rm(this.#folder, { recursive: true, force: true })
  }
}

/** Starts two servers at once on an empty database, again and again. */
export async function startTwoAtOnce(times: number): Promise<DoubleStarts> {
  await using bench = await Bench.open()
  const outcome = { ready: 0, wrong: 0 }
  for (let n = 0; n < times; n++) {
    const env = await bench.newDatabase()
    const starts = await Promise.allSettled([bench.start(env), bench.start(env)])
    const servers = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
    for (const { url } of servers) {
      if ((await fetch(url + endpoints.public.ready.path)).ok) outcome.ready += 1
    }
    const lists = await storedLists(env.DATABASE_URL)
    const [list] = lists
    const isRight =
      lists.length === 1 && list?.state === 'published' && list.rows === BEGINNING_ROWS && isWhole(list)
    if (!isRight) outcome.wrong += 1
    await Promise.all(servers.map((server) => server.stop()))
  }
  return outcome
}

/** So many that their import takes longer than a start. */
const UPLOADED_ROWS = 200_000
const IMPORT_MS = 3_000

/** Uploads a list to one server, and starts another at any moment of it, again and again. */
export async function startDuringUploads(moments: number): Promise<StartsDuringUploads> {
  await using bench = await Bench.open()
  const env = await bench.newDatabase()
  const first = await bench.start(env)
  const outcome = { published: 0, refused: 0, lacking: 0 }
  for (let n = 0; n < moments; n++) {
    const uploading = upload(first)
    await delay(randomInt(IMPORT_MS))
    const second = await bench.start(env)
    const status = await uploading
    if (status === 200) outcome.published += 1
    else outcome.refused += 1
    const inForce = (await storedLists(env.DATABASE_URL)).filter(({ state }) => state === 'published')
    if (inForce.length !== 1 || !inForce.every(isWhole)) outcome.lacking += 1
    await second.stop()
  }
  await first.stop()
  return outcome
}

/** Uploads a list, and publishes it. Gives the status of the last answer. */
async function upload({ url }: RehearsalServer): Promise<number> {
  const panel = new PortalClient(url)
  await panel.signIn(ADMIN_PASSWORD)
  try {
    await publishList(panel, listOf(UPLOADED_ROWS))
    return 200
  } catch (error) {
    if (error instanceof PortalResponseError) return error.status
    throw error
  }
}

function* listOf(rows: number): Generator<string> {
  yield 'address,amountWei\n'
  // Nothing about it has to be asked: addresses that a key may have, and whole tokens.
  for (let n = 1; n <= rows; n++) yield `0xc0${n.toString(16).padStart(38, '0')},${n}${'0'.repeat(18)}\n`
}

const isWhole = ({ rows, addressCount }: StoredList) => rows === addressCount

async function storedLists(databaseUrl: string): Promise<StoredList[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<StoredList>(`select state, address_count as "addressCount",
    (select count(*)::int from allocation where snapshot_id = snapshot.id) as rows from snapshot`)
  await client.end()
  return rows
}
