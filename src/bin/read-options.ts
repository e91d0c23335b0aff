import { type ParseArgsOptionDescriptor, parseArgs } from 'node:util'

const NUMBER = /^\d+$/

/** A command, as it explains itself. */
interface Command {
  /** As it is typed: `npm run backup`. */
  name: string
  does: string
}

type CommandOption = ParseArgsOptionDescriptor & {
  /** The values that it takes; any where there are none. */
  choices?: readonly string[]
  /** What `--help` says of it. */
  help?: string
}
type CommandOptions = Record<string, CommandOption>
type Values<T extends CommandOptions> = ReturnType<typeof parseArgs<{ options: T }>>['values']

/** Thrown within `readOptions` for a value that an option does not take. */
class BadValueError extends TypeError {
  readonly code = 'BAD_VALUE'
}

/**
 * Reads the options of a command from its arguments. An option whose default is a whole number takes whole numbers only. `--help` prints
 * what there is and ends the process; an argument that is not understood ends it with status 2, after a sentence that names the options.
 */
export function readOptions<T extends CommandOptions>(
  command: Command,
  options: T,
  args = process.argv.slice(2),
): Values<T> {
  if (args.some((arg) => arg === '--help' || arg === '-h')) {
    console.log(explain(command, options))
    process.exit(0)
  }
  try {
    const { values } = parseArgs<{ options: T; args: string[] }>({ options, args })
    for (const [name, option] of Object.entries(options)) {
      assertTaken(name, option, (values as Record<string, unknown>)[name])
    }
    return values
  } catch (error) {
    if (!(error instanceof TypeError) || !('code' in error)) throw error
    const [sentence] = error.message.split(/\. |\n/)
    console.error(`${sentence}. ${describeOptions(options)}`)
    process.exit(2)
  }
}

function assertTaken(name: string, { default: usual, choices }: CommandOption, value: unknown): void {
  if (typeof value !== 'string') return
  if (choices && !choices.includes(value)) {
    throw new BadValueError(`--${name} takes ${choices.join(', ')}: not '${value}'`)
  }
  if (typeof usual === 'string' && NUMBER.test(usual) && !NUMBER.test(value)) {
    throw new BadValueError(`--${name} takes a whole number, not '${value}'`)
  }
}

function explain({ name, does }: Command, options: CommandOptions): string {
  const lines = Object.entries(options).map(([option, descriptor]) => {
    const { help, choices } = descriptor
    const taken = choices ? `one of ${choices.join(', ')}` : undefined
    return `  ${shownOption(option, descriptor).padEnd(28)} ${[help, taken].filter(Boolean).join('; ')}`.trimEnd()
  })
  const separator = name.startsWith('npm') && !name.includes(' -- ') ? ' --' : ''
  const usage = lines.length === 0 ? name : `${name}${separator} [options]`
  return [`${does}\n\n  ${usage}`, ...(lines.length === 0 ? [] : ['', ...lines])].join('\n')
}

function describeOptions(options: CommandOptions): string {
  const shown = Object.entries(options).map(([name, option]) => shownOption(name, option))
  return shown.length === 0
    ? 'This command takes no options.'
    : `The options of this command: ${shown.join(', ')}.`
}

function shownOption(name: string, { type, default: usual }: CommandOption): string {
  if (type === 'boolean') return `--${name}`
  return typeof usual === 'string' && usual !== '' ? `--${name} <value> (${usual})` : `--${name} <value>`
}

/** Shows progress: in one line that is overwritten on a terminal, line by line elsewhere. */
export interface Progress {
  step(text: string): void
  /** At most once a second where lines pile up. */
  count(done: number, of: number, what: string): void
}

const LINE_EVERY_MS = 1000

export function consoleProgress(out: NodeJS.WriteStream = process.stderr): Progress {
  let lastLineMs = 0
  let open = false
  const endLine = () => {
    if (open) out.write('\n')
    open = false
  }
  return {
    step(text) {
      endLine()
      out.write(`${text}\n`)
    },
    count(done, of, what) {
      const text = `  ${done} of ${of} ${what}`
      if (out.isTTY) {
        out.write(`\r${text}`)
        open = true
        if (done >= of) endLine()
        return
      }
      if (done < of && Date.now() - lastLineMs < LINE_EVERY_MS) return
      lastLineMs = Date.now()
      out.write(`${text}\n`)
    },
  }
}
