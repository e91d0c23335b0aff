import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { chmod, copyFile, mkdtemp, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'

/** A small file system of its own, on Linux as root. */
export interface MountedDisk {
  folder: string
  /** Writes until nothing more fits. */
  fill(): Promise<void>
  /** Takes away what `fill` wrote. */
  free(): Promise<void>
  /** Has the kernel find an error on it: it can only be read from then on. */
  fail(): Promise<void>
  /** Loses what was not synced, as when the power is cut, and mounts what is left. No file of it may be open. */
  cutPower(): Promise<void>
  /** Repairs it and mounts it again, `ro` to be read only. No file of it may be open. */
  remount(mode: 'rw' | 'ro'): Promise<void>
  close(): Promise<void>
}

const run = promisify(execFile)

const BALLAST = 'ballast'

/** Makes a disk of an image in a file. Throws where this machine does not let us mount one. */
export async function mountDisk(megabytes: number): Promise<MountedDisk> {
  const home = await mkdtemp(join(tmpdir(), 'ferry-disk-'))
  const [image, folder] = [join(home, 'image'), join(home, 'disk')]
  // A database may run as another user.
  await chmod(home, 0o755)
  await writeFile(image, '')
  await truncate(image, megabytes * 1_000_000)
  await run('mkdir', [folder])
  const mount = (mode: string) => run('mount', ['-o', `loop,${mode},errors=remount-ro`, image, folder])
  // Status 1: it has found errors and corrected them.
  const repair = () =>
    run('fsck.ext4', ['-f', '-y', image]).catch((error: { code?: unknown }) => {
      if (error.code !== 1) throw error
    })
  try {
    // Nothing is kept back for root.
    await run('mkfs.ext4', ['-q', '-F', '-m', '0', image])
    await mount('rw')
  } catch (error) {
    await rm(home, { recursive: true, force: true })
    throw error
  }
  return {
    folder,

    async fill() {
      for (const size of [1_000_000, 4_096, 512, 1]) await writeUntilFull(join(folder, BALLAST), size)
    },

    free: () => rm(join(folder, BALLAST)),

    async fail() {
      const { stdout } = await run('findmnt', ['--noheadings', '--output', 'SOURCE', folder])
      const device = basename(stdout.trim())
      // The write itself is answered with an error, since the disk can not be written to by then.
      await writeFile(`/sys/fs/ext4/${device}/trigger_fs_error`, '1').catch(() => {})
    },

    async cutPower() {
      // What the device was given by now. Whatever unmounting writes besides goes to the image that is given up.
      await copyFile(image, `${image}-cut`)
      await run('umount', [folder])
      await rename(`${image}-cut`, image)
      await repair()
      await mount('rw')
    },

    async remount(mode) {
      await run('umount', [folder])
      await repair()
      await mount(mode)
    },

    async close() {
      await run('umount', ['--lazy', folder])
      await rm(home, { recursive: true, force: true })
    },
  }
}

async function writeUntilFull(path: string, size: number): Promise<void> {
  const file = createWriteStream(path, { flags: 'a' })
  const ended = once(file, 'error').then(() => true)
  const block = Buffer.alloc(size)
  for (;;) {
    const written = new Promise<boolean>((done) => file.write(block, (error) => done(Boolean(error))))
    if (await Promise.race([written, ended])) return
  }
}
