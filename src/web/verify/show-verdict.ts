import type { ListVerdict, SampledRow } from '#proofs/check-list.ts'
import type { Outcome } from '#proofs/verdict.ts'

const WORDS: Record<Outcome, string> = { proved: 'Proved', not_proved: 'Not proved', refuted: 'Refuted' }

/** Paths of 24 by 24: a tick, a question mark, a cross, each in a circle. */
const ICONS: Record<Outcome, string> = {
  proved: 'M7.5 12.5l3 3 6-7',
  not_proved: 'M9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8M12 16.6v.1',
  refuted: 'M8.5 8.5l7 7M15.5 8.5l-7 7',
}

/** Creates an element with text or children. */
function element<K extends keyof HTMLElementTagNameMap>(name: K, ...children: (Node | string)[]) {
  const made = document.createElement(name)
  made.append(...children)
  return made
}

function icon(outcome: Outcome): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  const settings = { viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor', 'stroke-width': '1.8' }
  for (const [name, value] of Object.entries(settings)) svg.setAttribute(name, value)
  svg.setAttribute('stroke-linecap', 'round')
  svg.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS(svg.namespaceURI, 'path')
  path.setAttribute('d', `M12 2.5a9.5 9.5 0 1 0 0 19a9.5 9.5 0 1 0 0-19${ICONS[outcome]}`)
  svg.append(path)
  return svg
}

function region(className: string, ...children: Node[]): HTMLElement {
  const verdict = document.getElementById('verdict') as HTMLElement
  verdict.className = className
  verdict.replaceChildren(...children)
  verdict.hidden = false
  return verdict
}

function head(...children: Node[]): HTMLElement {
  const made = element('div', ...children)
  made.className = 'head'
  return made
}

export function showBusy(share: number): void {
  region('busy', head(element('p', share === 0 ? 'Checking…' : `Checking… ${Math.round(share * 100)} %`)))
}

export function showVerdict({ outcome, sentence, facts, sample }: ListVerdict): void {
  const words = element('div', element('h2', WORDS[outcome]), element('p', sentence))
  const parts: Node[] = [head(icon(outcome), words)]
  if (facts.length > 0) {
    parts.push(
      element(
        'dl',
        ...facts.flatMap(([name, value]) => [element('dt', name), element('dd', ...grouped(value))]),
      ),
    )
  }
  if (sample) parts.push(sampleTable(sample))
  region(outcome, ...parts).scrollIntoView({ block: 'nearest' })
}

/** Returns a number's digits in groups of three before the point; any other text as it is. */
function grouped(value: string): (Node | string)[] {
  const [, whole, fraction = ''] = value.match(/^(\d{5,})(\.\d+)?$/) ?? []
  if (whole === undefined) return [value]
  const groups = whole.match(/\d{1,3}(?=(?:\d{3})*$)/g) ?? []
  const spans = groups.map((digits) => {
    const group = element('span', digits)
    group.className = 'group'
    return group
  })
  return [...spans, fraction]
}

function sampleTable(sample: readonly SampledRow[]): HTMLElement {
  const rows = sample.map(({ index, address, amount }) =>
    element(
      'tr',
      element('td', ...grouped(String(index))),
      element('td', address),
      element('td', ...grouped(amount)),
    ),
  )
  const header = element('tr', ...['Place', 'Address', 'Amount'].map((name) => element('th', name)))
  const made = element(
    'div',
    element('p', 'Drawn by the seed, each proved against the root of this file:'),
    element('table', element('thead', header), element('tbody', ...rows)),
  )
  made.className = 'sample'
  return made
}
