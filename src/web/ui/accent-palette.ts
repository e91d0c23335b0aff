/** The accent's colours in one theme, as theme.css names them. */
export interface AccentColors {
  accent: string
  'accent-strong': string
  'accent-soft': string
  'on-accent': string
  /** The ground of the brand's half of the page, its water and waves, and the text on it. */
  brand: string
  'brand-deep': string
  'brand-wave': string
  'on-brand': string
  'on-brand-muted': string
}

type Rgb = readonly [number, number, number]

const WHITE: Rgb = [255, 255, 255]
const BLACK: Rgb = [0, 0, 0]
const DARK_INK: Rgb = [10, 21, 32]
const DARK_CARD: Rgb = [19, 28, 39]
const DARK_PAPER: Rgb = [12, 19, 27]
const SOFT_WHITE: Rgb = [231, 236, 241]

/** WCAG AA asks 4.5 of text; more, because the accent is used on tinted backgrounds too. */
const CONTRAST = 5.4

/**
 * Derives the page's colours from an operator's accent (`#rrggbb`): the same hue, made darker on paper or lighter in the
 * dark until it is legible.
 */
export function accentPalette(hex: string): { light: AccentColors; dark: AccentColors } {
  const wish = parseHex(hex)
  const light = readableOn(WHITE, wish, BLACK)
  const dark = readableOn(DARK_CARD, wish, WHITE)
  const day = mix(light, BLACK, 0.12)
  const night = mix(light, DARK_PAPER, 0.55)
  return {
    light: {
      accent: toHex(light),
      'accent-strong': toHex(mix(light, BLACK, 0.22)),
      'accent-soft': toHex(mix(light, WHITE, 0.9)),
      'on-accent': toHex(WHITE),
      brand: toHex(day),
      'brand-deep': toHex(mix(day, BLACK, 0.22)),
      'brand-wave': toHex(mix(day, WHITE, 0.26)),
      'on-brand': toHex(WHITE),
      'on-brand-muted': toHex(mix(WHITE, day, 0.16)),
    },
    dark: {
      accent: toHex(dark),
      'accent-strong': toHex(mix(dark, WHITE, 0.25)),
      'accent-soft': toHex(mix(dark, DARK_CARD, 0.88)),
      'on-accent': toHex(DARK_INK),
      brand: toHex(night),
      'brand-deep': toHex(mix(night, BLACK, 0.3)),
      'brand-wave': toHex(mix(night, WHITE, 0.2)),
      'on-brand': toHex(SOFT_WHITE),
      'on-brand-muted': toHex(mix(SOFT_WHITE, night, 0.28)),
    },
  }
}

/** Computes the contrast ratio of two colours by WCAG, 1 to 21. */
export function contrast(a: string, b: string): number {
  return contrastOf(parseHex(a), parseHex(b))
}

function readableOn(background: Rgb, wish: Rgb, towards: Rgb): Rgb {
  let color = wish
  for (let share = 0; contrastOf(color, background) < CONTRAST; share += 0.02)
    color = mix(wish, towards, share)
  return color
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const part = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * Math.min(share, 1))
  return [part(0), part(1), part(2)]
}

function contrastOf(a: Rgb, b: Rgb): number {
  const [brighter = 0, darker = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (brighter + 0.05) / (darker + 0.05)
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function linear(channel: number): number {
  const value = channel / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

function parseHex(hex: string): Rgb {
  const channel = (from: number) => Number.parseInt(hex.slice(from, from + 2), 16)
  return [channel(1), channel(3), channel(5)]
}

function toHex(color: Rgb): string {
  return `#${color.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}
