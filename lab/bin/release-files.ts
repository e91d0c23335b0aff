import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { explainFailure } from '#bin/command.ts'
import { consoleProgress, readOptions } from '#bin/read-options.ts'
import { BUILD } from '#config/build.ts'
import { CommandRefusedError } from '#domain/refused-error.ts'
import { billOfMaterials } from '#lab/release/bill-of-materials.ts'
import { ImageBuilder, REPOSITORY, releaseNotes, tryImage } from '#lab/release/build-image.ts'

const { to, tag, target } = readOptions(
  {
    name: 'npm run release-files',
    does: "Carries out the Dockerfile's steps in plain folders, starts what comes out as another user, and writes the files of a release. Needs Linux, git and GNU tar.",
  },
  {
    to: { type: 'string', default: 'release', help: 'The folder for the files' },
    tag: { type: 'string', default: '', help: 'Has to be v and the version of package.json' },
    target: { type: 'string', default: 'ferry', choices: ['ferry', 'demo'], help: 'The demo is only tried' },
  },
)

const name = `ferry-${BUILD.version}`
const path = (file: string) => join(resolve(to), file)
const run = (command: string, args: string[], cwd = REPOSITORY) =>
  execFileSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 26 })

/** Packs what the image has but its dependencies: those are installed by the lock file, for the machine that it runs on. */
function pack(folder: string, file: string): void {
  const time = run('git', ['log', '-1', '--format=@%ct']).trim()
  const alike = ['--sort=name', `--mtime=${time}`, '--owner=0', '--group=0', '--numeric-owner']
  const packed = ['--exclude=./node_modules', `--transform=s,^\\.,${name},`, '--use-compress-program=gzip -n']
  run('tar', [...alike, ...packed, '-cf', file, '-C', folder, '.'])
}

try {
  if (tag !== '' && tag !== `v${BUILD.version}`)
    throw new CommandRefusedError(`The tag is ${tag}, and package.json says ${BUILD.version}.`)
  const notes = releaseNotes(readFileSync(join(REPOSITORY, 'CHANGELOG.md'), 'utf8'), BUILD.version)
  const progress = consoleProgress()
  const builder = new ImageBuilder(progress.step)
  const image = await builder.build(target)
  progress.step('Starting it, as another user where root builds')
  await tryImage(image)
  if (target === 'ferry') {
    mkdirSync(resolve(to), { recursive: true })
    for (const file of ['package-lock.json', '.npmrc'])
      cpSync(join(builder.context, file), join(image.folder, file))
    pack(image.folder, path(`${name}.tar.gz`))
    writeFileSync(path(`${name}.cdx.json`), billOfMaterials(image.folder))
    cpSync(join(image.folder, 'dist/verify.html'), path('verify.html'))
    writeFileSync(path('notes.md'), notes)
    const sumOf = (file: string) =>
      createHash('sha256')
        .update(readFileSync(path(file)))
        .digest('hex')
    const files = [`${name}.tar.gz`, `${name}.cdx.json`, 'verify.html']
    writeFileSync(path('SHA256SUMS'), files.map((file) => `${sumOf(file)}  ${file}\n`).join(''))
  }
  console.log(target === 'ferry' ? `The files of ${BUILD.version} are in ${resolve(to)}.` : 'The demo runs.')
} catch (error) {
  explainFailure('No files were made.', error)
}
