/** A problem with one setting. */
export interface SettingProblem {
  /** The environment variable, or the place in a file that one names: "PORTAL_CONFIG networks.0.chainId". */
  setting: string
  problem: string
}

/** The configuration can not be used. Its message names every setting that is wrong, one on a line. */
export class ConfigError extends Error {
  override name = 'ConfigError'

  constructor(problems: readonly SettingProblem[]) {
    super(problems.map(({ setting, problem }) => `${setting}: ${problem}`).join('\n'))
  }
}
