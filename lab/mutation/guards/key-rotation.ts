import type { Guard } from '#lab/mutation/mutant.ts'

const TESTS = ['test/database/rotate-key.test.ts']
const ROTATE = { file: 'store/key-rotation/rotate-key.ts', tests: TESTS }

/** Guards of the exchange of SECRETS_KEY. */
export const KEY_ROTATION_GUARDS: readonly Guard[] = [
  {
    name: 'makes genuine what was altered, when the key is rotated',
    file: 'store/key-rotation/reseal-table.ts',
    guard: 'const fitting = rows.filter((row) => row.fits(from))',
    without: 'const fitting = rows.filter((row) => row.fits(from) || true)',
    tests: TESTS,
  },
  {
    ...ROTATE,
    name: 'rotates the key under a running server',
    guard: '    await assertNobodyServes(within)\n',
    without: '',
  },
  {
    ...ROTATE,
    name: 'rotates the key in the middle of a run',
    guard: '    await assertNothingRuns(within)\n',
    without: '',
  },
  {
    ...ROTATE,
    name: 'rotates with a key that is not the present one',
    guard: '    await assertOwn(within, from)\n',
    without: '',
  },
  {
    ...ROTATE,
    name: 'commits a rotation without opening anything',
    guard: '    await assertSealed(within, to, resealed)\n',
    without: '',
  },
  {
    ...ROTATE,
    name: 'rotates the key and keeps sessions',
    guard: "    await tx.deleteFrom('admin_session').execute()\n",
    without: '',
  },
  {
    ...ROTATE,
    name: 'rotates the key and keeps lists that nobody can answer for',
    guard: "    await tx.deleteFrom('list_upload').execute()\n",
    without: '',
    tests: ['test/database/rotate-key-lists.test.ts'],
  },
  {
    name: 'goes on with a key that the store belongs to no more',
    file: 'app/announce-server.ts',
    guard: '    onOtherKey()\n',
    without: '',
    tests: ['src/app/announce-server.test.ts'],
  },
  {
    name: 'does not say that it runs',
    file: 'app/announce-server.ts',
    guard: '    await runningServers.beat(id)\n  } catch',
    without: '  } catch',
    tests: TESTS,
  },
]
