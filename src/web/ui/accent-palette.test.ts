import { expect, test } from 'vitest'
import { accentPalette, contrast } from './accent-palette.ts'

const AA_TEXT = 4.5

test.each([
  '#ffee00',
  '#ffffff',
  '#000000',
  '#ff0000',
  '#00ff00',
  '#1b5e8c',
  '#7f7f7f',
  '#c0ffee',
  '#e3a0ff',
])('%s can be read in both themes, on its own tint too', (wish) => {
  const { light, dark } = accentPalette(wish)
  for (const [colors, card, paper] of [
    [light, '#ffffff', '#f7f8f8'],
    [dark, '#131c27', '#0c131b'],
  ] as const) {
    for (const background of [card, paper, colors['accent-soft']]) {
      expect(contrast(colors.accent, background)).toBeGreaterThanOrEqual(AA_TEXT)
    }
    for (const ground of [colors['accent-fill'], colors['accent-strong']]) {
      expect(contrast(colors['on-accent'], ground)).toBeGreaterThanOrEqual(AA_TEXT)
    }
    expect(contrast(colors['accent-edge'], card)).toBeGreaterThanOrEqual(3)
    expect(colors['accent-fill']).toBe(wish)
    for (const text of [colors['on-brand'], colors['on-brand-muted']]) {
      expect(contrast(text, colors.brand)).toBeGreaterThanOrEqual(AA_TEXT)
      expect(contrast(text, colors['brand-deep'])).toBeGreaterThanOrEqual(AA_TEXT)
    }
  }
})

test('the brand’s half has the accent as it was given, and text that is legible already too', () => {
  expect(accentPalette('#ffe600').light.brand).toBe('#ffe600')
  expect(accentPalette('#1b5e8c').light.accent).toBe('#1b5e8c')
})

test('black on white is 21, a colour on itself 1', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#abcdef', '#abcdef')).toBe(1)
})
