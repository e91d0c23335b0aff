/** The accent's colours in one theme, as theme.css names them. */
type AccentColors = ReturnType<typeof controls> & ReturnType<typeof brandOn> & { 'accent-soft': string }

type Rgb = readonly [number, number, number]

const WHITE: Rgb = [255, 255, 255]
const BLACK: Rgb = [0, 0, 0]
const INK: Rgb = [10, 21, 32]
const DARK_CARD: Rgb = [19, 28, 39]
const DARK_PAPER: Rgb = [12, 19, 27]

/** WCAG AA asks 4.5 of text; more, because the accent is used on tinted backgrounds too. */
const CONTRAST = 5.4

/** What WCAG AA asks of text. */
const AA_TEXT = 4.5

/** What WCAG AA asks of a control's edge. */
const AA_EDGE = 3

/**
 * Derives the page's colours from an operator's accent (`#rrggbb`). Grounds have it as given, and on them ink or white, whichever can be
 * read; text in its hue is made darker on paper or lighter in the dark until it is legible.
 */
export function accentPalette(hex: string): { light: AccentColors; dark: AccentColors } {
  const wish = parseHex(hex)
  const light = readableOn(WHITE, wish, BLACK)
  const night = mix(wish, DARK_PAPER, 0.72)
  return {
    light: {
      ...controls(wish, light, WHITE),
      'accent-soft': toHex(mix(light, WHITE, 0.9)),
      ...brandOn(wish),
    },
    dark: {
      ...controls(wish, readableOn(DARK_CARD, wish, WHITE), DARK_CARD),
      'accent-soft': toHex(mix(readableOn(DARK_CARD, wish, WHITE), DARK_CARD, 0.88)),
      ...brandOn(night),
    },
  }
}

function controls(fill: Rgb, text: Rgb, card: Rgb) {
  const on = inkOn(fill)
  return {
    /** Text, and what is drawn in lines. */
    accent: toHex(text),
    /** The ground of controls, as the operator gave it, and while it is pointed at. */
    'accent-fill': toHex(fill),
    'accent-strong': toHex(mix(fill, awayFrom(on), 0.18)),
    /** The edge of such a control: visible also where its ground is close to the card's. */
    'accent-edge': toHex(contrastOf(fill, card) < AA_EDGE ? text : fill),
    'on-accent': toHex(on),
  }
}

/** The ground of the brand's half of the page, its water and waves, and the text on it. */
function brandOn(brand: Rgb) {
  const on = inkOn(brand)
  const deep = mix(brand, awayFrom(on), 0.22)
  let muted = on
  for (let share = 0.28; share > 0; share -= 0.04) {
    muted = mix(on, brand, share)
    if (contrastOf(muted, brand) >= AA_TEXT && contrastOf(muted, deep) >= AA_TEXT) break
    muted = on
  }
  return {
    brand: toHex(brand),
    'brand-deep': toHex(deep),
    'brand-wave': toHex(mix(brand, on, 0.28)),
    'on-brand': toHex(on),
    'on-brand-muted': toHex(muted),
  }
}

/** Chooses white or ink, whichever can be read on a colour; black where ink is not dark enough. */
function inkOn(ground: Rgb): Rgb {
  return [WHITE, INK].find((ink) => contrastOf(ink, ground) >= AA_TEXT) ?? BLACK
}

function awayFrom(ink: Rgb): Rgb {
  return ink === WHITE ? BLACK : WHITE
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

/** Writes the style sheet of an operator's accent, `#rrggbb`. Until the page says which theme it has, it is the system's. */
export function accentStyle(hex: string): string {
  const { light, dark } = accentPalette(hex)
  const system = `@media (prefers-color-scheme:dark){${rule(':root:not([data-theme])', dark)}}`
  return `${rule(':root', light)}${rule(':root[data-theme="dark"]', dark)}${system}`
}

function rule(selector: string, colors: AccentColors): string {
  const lines = Object.entries(colors).map(([name, color]) => `--color-${name}:${color}`)
  return `${selector}{${lines.join(';')}}`
}
