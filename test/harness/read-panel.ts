import type { Page } from 'playwright-core'

/** What a window of the panel says, as texts, each part with the moment that it names. */
export interface PanelTexts {
  strip: {
    /** "12:31:05" */
    asOf: string
    isSilent: boolean
    /** "Waiting since 12:31:05" */
    state: string
    /** "145 of 2,000 · 20 in flight" */
    counts: string | null
    /** The balance; null while none is known. */
    tokens: string | null
  } | null
  /** The names of facts and cards, and their values. */
  facts: Record<string, string>
  /** The parts of the payout's bar. */
  bar: Record<string, string>
  /** The steps of the overview. */
  steps: string[]
  /** The progress on Monitor. */
  progress: { asOf: string; counts: string } | null
  /** The newest of the past runs, or the run of the page. */
  run: { asOf: string; counts: string } | null
}

const READ = `(() => {
  const all = (selector, root) => root ? [...root.querySelectorAll(selector)] : []
  const text = (element) => element?.textContent.trim() ?? ''
  const first = (elements, words) => {
    for (const element of elements) {
      const found = words.exec(text(element))
      if (found) return found[1] ?? found[0]
    }
    return null
  }
  const strip = document.querySelector('section[aria-label="What goes on"]')
  const spans = all('span', strip)
  const asOf = first(spans, /^(?:as of|No answer since) ([\\d:]+)$/)
  const pairs = (elements, name, value) => Object.fromEntries(elements.map((each) => [text(name(each)), text(value(each))]))
  const past = document.querySelector('section[aria-label="Past runs"]')
  const moments = (root) => all('p', root).filter((each) => /^As of /.test(text(each)))
  const ofRuns = /^([\\d,]+ payments?: [\\d,]+ paid, [\\d,]+ failed(?:, [\\d,]+ on hold)?)$/
  const clock = (element) => /[\\d:]{8}$/.exec(text(element))?.[0] ?? ''
  const runPage = document.querySelector('section[aria-label="Payments of the run"]') ? document : past
  const runMoment = moments(runPage).at(0)
  const progressMoment = moments(document).find((each) => !past?.contains(each))
  const counted = first(all('p', runPage), ofRuns)
  const bars = first(all('p', document), /^([\\d,]+ \\/ [\\d,]+)$/)
  return {
    strip: asOf === null ? null : {
      asOf,
      isSilent: first(spans, /^No answer since/) !== null,
      state: text(strip.querySelector('span[role="status"]')),
      counts: first(spans, /^[\\d,]+ of [\\d,]+(?: ·.*)?$/),
      tokens: first(all('dl > div', strip), /^Tokens in the wallet([\\d,.]+)/),
    },
    facts: pairs(all('dl > div', document), (each) => each.querySelector('dt'), (each) => each.querySelector('dd')),
    bar: pairs(all('section[aria-label="Payout progress"] li', document), (each) => each.children[1], (each) => each.children[2]),
    steps: all('ul[aria-label="Next"] li > span', document).map(text),
    progress: bars && progressMoment ? { asOf: clock(progressMoment), counts: bars } : null,
    run: counted && runMoment ? { asOf: clock(runMoment), counts: counted } : null,
  }
})()`

/** Reads everything at once: the page draws nothing between two of its parts. */
export function readPanel(page: Page): Promise<PanelTexts> {
  return page.evaluate<PanelTexts>(READ)
}
