import { type ParseArgsOptionDescriptor, parseArgs } from 'node:util'

const NUMBER = /^\d+$/

type CommandOption = ParseArgsOptionDescriptor & {
  /** The values that it takes; any where there are none. */
  choices?: readonly string[]
}
type CommandOptions = Record<string, CommandOption>
type Values<T extends CommandOptions> = ReturnType<typeof parseArgs<{ options: T }>>['values']

/** Thrown within `readOptions` for a value that an option does not take. */
class BadValueError extends TypeError {
  readonly code = 'BAD_VALUE'
}

/**
 * Reads the options of a command from its arguments. An option whose default is a whole number takes whole numbers only. An
 * argument that is not understood ends the process with status 2, after a sentence that names the options there are.
 */
export function readOptions<T extends CommandOptions>(options: T, args?: string[]): Values<T> {
  try {
    const { values } = parseArgs<{ options: T }>({ options, ...(args && { args }) })
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

function describeOptions(options: CommandOptions): string {
  const shown = Object.entries(options).map(([name, { type, default: usual }]) => {
    if (type === 'boolean') return `--${name}`
    return typeof usual === 'string' && usual !== '' ? `--${name} <value> (${usual})` : `--${name} <value>`
  })
  return `The options of this command: ${shown.join(', ')}.`
}
