import { type AccentColors, accentPalette } from './accent-palette.ts'

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
