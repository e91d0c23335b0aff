import { type AccentColors, accentPalette } from './accent-palette.ts'

let sheet: CSSStyleSheet | undefined

/** Applies the operator's accent, `#rrggbb`, by a constructed style sheet, which the content security policy allows. */
export function applyAccent(hex: string): void {
  const { light, dark } = accentPalette(hex)
  if (!sheet) {
    sheet = new CSSStyleSheet()
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  }
  sheet.replaceSync(`${rule(':root', light)}${rule(':root[data-theme="dark"]', dark)}`)
}

function rule(selector: string, colors: AccentColors): string {
  const lines = Object.entries(colors).map(([name, color]) => `--color-${name}:${color}`)
  return `${selector}{${lines.join(';')}}`
}
