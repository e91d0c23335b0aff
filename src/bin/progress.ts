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
