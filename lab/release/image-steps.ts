import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** One instruction of a Dockerfile: what stands behind its name, and whether the user is the one who runs the server. */
export interface ImageStep {
  instruction: string
  argument: string
  byServer: boolean
}

export interface ImageStage {
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
