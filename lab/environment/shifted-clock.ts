import { existsSync, readFileSync } from 'node:fs'

const READ_EVERY_MS = 100

/**
 * Has the wall clock of this process stand off from the machine's, by as many milliseconds as a file says at the time. Clocks that measure
 * durations are left as they are, as they are by a clock that is set.
 */
export function shiftClock(file: string): void {
  const MachineDate = Date
  let shiftMs = 0
  const read = () => {
    // It goes with its folder at the end.
    if (existsSync(file)) shiftMs = Number(readFileSync(file, 'utf8'))
  }
  read()
  setInterval(read, READ_EVERY_MS).unref()
  const now = () => MachineDate.now() + shiftMs
  globalThis.Date = new Proxy(MachineDate, {
    construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [now()] : given, made),
    apply: () => new MachineDate(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  })
}

/** The variables of a process of ours whose clock goes by a file. */
export function shiftedClock(file: string): Record<string, string> {
  return { NODE_OPTIONS: `--import=${import.meta.url}`, CLOCK_SHIFT_FILE: file }
}

// Loaded before a main of ours.
if (process.env.CLOCK_SHIFT_FILE !== undefined) shiftClock(process.env.CLOCK_SHIFT_FILE)
