import { execFile, execFileSync, spawn } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, matchesGlob } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { findCommit } from '#bin/write-commit.ts'
import { BUILD, type Build } from '#config/build.ts'
import { CommandRefusedError } from '#domain/refused-error.ts'

/** One instruction of a Dockerfile: what stands behind its name, and whether the user is the one who runs the server. */
export interface ImageStep {
  instruction: string
  argument: string
  byServer: boolean
}

interface ImageStage {
  name: string
  steps: ImageStep[]
}

/** Users can be changed by root alone; anyone else is both users. */
export const SERVER_USER = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/** Reads the stages of our Dockerfile: each begins anew with an image of Node. */
export function readStages(dockerfile: string): ImageStage[] {
  const text = dockerfile.replaceAll(/^#.*\n/gm, '').replaceAll(/\\\n */g, '')
  const [, ...stages] = text.split(/^FROM .* AS /m)
  return stages.map((stage) => {
    const [name = '', ...lines] = stage.split('\n').filter((line) => line !== '')
    let byServer = false
    const steps = lines.map((line): ImageStep => {
      const [instruction = ''] = line.split(' ', 1)
      const argument = line.slice(instruction.length + 1)
      if (instruction === 'USER') byServer = argument === 'node'
      return { instruction, argument, byServer }
    })
    return { name, steps }
  })
}

/** Runs a command of the image's, or of systemd's, in a folder, by its user. */
export async function runStep(
  { argument, byServer }: Pick<ImageStep, 'argument' | 'byServer'>,
  folder: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  const isRoot = 'uid' in SERVER_USER
  if (!isRoot && argument.startsWith('chown')) return
  const command = argument
    .replace(/^(\/usr\/bin\/)?node /, `${process.execPath} `)
    .replace(/-o (node|ferry) -g (node|ferry)/, isRoot ? `-o ${SERVER_USER.uid} -g ${SERVER_USER.gid}` : '')
  const options = { cwd: folder, env, maxBuffer: 2 ** 26, ...(byServer && SERVER_USER) }
  await promisify(execFile)('sh', ['-c', command], options)
}

export const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url))

/** What comes out of a stage: its folder /app, the variables that are set in it, and what it starts. */
interface Image {
  folder: string
  env: Record<string, string>
  command: string[]
}

/** Carries out the Dockerfile's steps in plain folders, which are deleted when the process ends. */
export class ImageBuilder {
  readonly #work = mkdtempSync(join(tmpdir(), 'ferry-image-'))
  /** The files that the build may see. */
  readonly context = join(this.#work, 'context')
  readonly #stages = readStages(readFileSync(join(REPOSITORY, 'Dockerfile'), 'utf8'))
  readonly #built = new Map<string, Promise<Image>>()
  /** Read once: somebody may commit meanwhile. */
  readonly #commit = findCommit(REPOSITORY, process.env)
  readonly #onStep: (words: string) => void

  constructor(onStep: (words: string) => void) {
    this.#onStep = onStep
    process.once('exit', () => rmSync(this.#work, { recursive: true, force: true }))
    chmodSync(this.#work, 0o755)
    this.#makeContext()
  }

  build(name: string): Promise<Image> {
    const building = this.#built.get(name) ?? this.#build(name)
    this.#built.set(name, building)
    return building
  }

  /** Copies the files of git's that .dockerignore lets through. */
  #makeContext(): void {
    const ignored = readFileSync(join(REPOSITORY, '.dockerignore'), 'utf8').split('\n')
    const taken = ignored.filter((rule) => rule.startsWith('!')).map((rule) => rule.slice(1))
    const left = ignored.filter((rule) => rule.startsWith('**/'))
    const files = execFileSync('git', ['ls-files', '-z'], { cwd: REPOSITORY, encoding: 'utf8' }).split('\0')
    for (const file of files) {
      const isTaken = taken.some((rule) => file === rule || file.startsWith(`${rule}/`))
      if (isTaken && !left.some((rule) => matchesGlob(file, rule)))
        cpSync(join(REPOSITORY, file), join(this.context, file))
    }
  }

  async #build(name: string): Promise<Image> {
    const folder = join(this.#work, name)
    mkdirSync(folder)
    const { PATH = '', HOME = '' } = process.env
    const env: Record<string, string> = { PATH, HOME, FERRY_COMMIT: this.#commit }
    const inPlace = (text: string) => text.replaceAll(/(?<=^| )\/data\b/g, join(this.#work, 'data'))
    let command: string[] = []
    const steps = this.#stages.find((stage) => stage.name === name)?.steps ?? []
    for (const { instruction, argument, byServer } of steps) {
      if (instruction === 'RUN') {
        this.#onStep(`${name}: ${argument}`)
        await runStep({ argument: inPlace(argument), byServer }, folder, env)
      } else if (instruction === 'COPY') await this.#copy(argument, folder)
      else if (instruction === 'CMD') command = JSON.parse(argument)
      else if (instruction === 'ENV')
        for (const [, key = '', value = ''] of argument.matchAll(/(\w+)=(\S+)/g)) env[key] = inPlace(value)
    }
    return { folder, env, command }
  }

  async #copy(argument: string, folder: string): Promise<void> {
    const [, stage, paths = ''] = /^(?:--from=(\w+) )?(.*)$/.exec(argument) ?? []
    const root = stage === undefined ? this.context : (await this.build(stage)).folder
    const [target = '', ...sources] = paths.split(' ').reverse()
    for (const source of sources) {
      const from = join(root, source.replace(/^\/app/, ''))
      const to = statSync(from).isDirectory() ? target : join(target, basename(source))
      cpSync(from, join(folder, to), { recursive: true, verbatimSymlinks: true })
    }
  }
}

/** Starts an image as the user who runs it, asks it who it is, and stops it. Throws CommandRefusedError where it is not as it should be. */
export async function tryImage({ folder, env, command: [, ...args] }: Image): Promise<void> {
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...env, ADMIN_PASSWORD: 'a password for a try', HOST: '127.0.0.1', PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
    ...SERVER_USER,
  })
  process.once('exit', () => child.kill('SIGKILL'))
  let output = ''
  const { promise: listening, resolve, reject } = Promise.withResolvers<string>()
  child.stdout.on('data', (text) => {
    output += text
    const [url] = /http:\/\/(?:127\.0\.0\.1|localhost):\d+/.exec(output) ?? []
    if (url) resolve(url)
  })
  const ended = new Promise<number | null>((end) => child.once('exit', end))
  void ended.then((status) => reject(new CommandRefusedError(`It ended with status ${status}.\n${output}`)))
  const url = await listening
  const { version, commit } = (await (await fetch(`${url}/api/health`)).json()) as Build
  const statuses = [await fetch(`${url}/api/ready`), await fetch(url)].map(({ status }) => status)
  child.kill('SIGTERM')
  const found = [version, commit, ...statuses, await ended].join(', ')
  if (found !== [BUILD.version, env.FERRY_COMMIT, 200, 200, 0].join(', '))
    throw new CommandRefusedError(`Version, commit, /api/ready, page and end are ${found}.`)
}

/** Returns the changelog's section of a version, without its heading. Throws CommandRefusedError where there is none. */
export function releaseNotes(changelog: string, version: string): string {
  const [, ...sections] = changelog.split(/^## /m)
  const section = sections.find((each) => each.startsWith(`${version} — `))
  if (section) return `${section.slice(section.indexOf('\n')).trim()}\n`
  throw new CommandRefusedError(
    `CHANGELOG.md has no section "## ${version} — <date>": "Unreleased" becomes it, see CONTRIBUTING.md, "How a release is made".`,
  )
}
