/** Throws where a name is none that Prometheus takes. */
export function assertMetric(name: string): void {
  if (!/^[a-zA-Z_:][a-zA-Z0-9_:]*$/.test(name)) throw new Error(`${name} is no name of a metric`)
}
