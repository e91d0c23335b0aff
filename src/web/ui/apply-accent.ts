import { accentStyle } from './accent-palette.ts'

let sheet: CSSStyleSheet | undefined

/** Applies the operator's accent, `#rrggbb`, by a constructed style sheet, which the content security policy allows. */
export function applyAccent(hex: string): void {
  if (!sheet) {
    sheet = new CSSStyleSheet()
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  }
  sheet.replaceSync(accentStyle(hex))
}
