import { assertMetric } from './assert-metric.ts'
import { keyOf } from './label-key.ts'
import type { Family, Labels, Metric } from './metric.ts'

/** Counts what happens, by its labels. Its name ends in `_total`. */
export class Counter implements Metric {
  readonly #name: string
  readonly #help: string
  readonly #counts = new Map<string, { labels: Labels; value: number }>()

  constructor(name: string, help: string) {
    assertMetric(name)
    if (!name.endsWith('_total')) throw new Error(`The counter ${name} must end in _total`)
    this.#name = name
    this.#help = help
  }

  add(labels: Labels = {}, by = 1): void {
    const key = keyOf(labels)
    const count = this.#counts.get(key)
    if (count) count.value += by
    else this.#counts.set(key, { labels, value: by })
  }

  family(): Family {
    return { name: this.#name, help: this.#help, type: 'counter', samples: [...this.#counts.values()] }
  }
}
