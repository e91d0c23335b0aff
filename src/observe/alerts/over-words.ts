const OVER_WORDS: Record<string, (subject: string) => string> = {
  hold: (wallet) => `No payment from the wallet ${wallet} is on hold any more.`,
  run_failed: (sender) => `The ${sender} sender's newest run is none that failed any more.`,
  run_waiting: (sender) => `The ${sender} sender's run does not wait any more.`,
  records_behind: (wallet) => `The records of the wallet ${wallet} are not behind the chain any more.`,
  low_sol: (wallet) => `The wallet ${wallet} has the SOL that its run takes, or the run has ended.`,
  low_tokens: (wallet) => `The wallet ${wallet} has the tokens that its run takes, or the run has ended.`,
  not_ready: () => 'The server is ready again.',
}

/** Says that a condition is over, by its key. */
export function overWords(key: string): string {
  const [kind = '', subject = ''] = key.split(':')
  return OVER_WORDS[kind]?.(subject) ?? `${key} is over.`
}
