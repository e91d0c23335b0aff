import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { CommandRefusedError } from '#domain/refused-error.ts'

/** Where a command is told things and asks. */
export interface Terminal {
  /** Writes a line for a person. */
  say(line: string): void
  /** Writes a result as it is, for a person or a pipe. */
  put(text: string): void
  /** Returns true on "yes". */
  confirm(question: string): Promise<boolean>
  /** Asks for a password without showing it. */
  askPassword(question: string): Promise<string>
}

export const processTerminal: Terminal = {
  say: (line) => console.error(line),
  put: (text) => process.stdout.write(text),
  async confirm(question) {
    const answer = await ask(`${question} (yes/no) `, process.stderr)
    return /^y(?:es)?$/i.test(answer.trim())
  },
  async askPassword(question) {
    const given = process.env.CLAIM_PASSWORD
    if (given !== undefined) return given
    if (!process.stdin.isTTY) {
      throw new CommandRefusedError(
        'Set CLAIM_PASSWORD, or run the command in a terminal: it asks for the password.',
      )
    }
    process.stderr.write(question)
    const password = await ask('', new Writable({ write: (_chunk, _encoding, done) => done() }))
    process.stderr.write('\n')
    return password
  },
}

/** Reads a line. What is typed is echoed to `output` alone. An end of the input is an empty answer. */
async function ask(question: string, output: NodeJS.WritableStream): Promise<string> {
  const lines = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY })
  const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')))
  try {
    return await Promise.race([lines.question(question), ended])
  } finally {
    lines.close()
  }
}
