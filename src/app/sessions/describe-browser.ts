/** The first that a User-Agent names: most name others too, which they are made to look like. */
const BROWSERS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const SYSTEMS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Says which browser a User-Agent claims to be, for a person who looks through the sessions: "Firefox on Linux". */
export function describeBrowser(userAgent: string): string {
  const nameIn = (marks: typeof BROWSERS) => marks.find(([mark]) => mark.test(userAgent))?.[1]
  const [browser, system] = [nameIn(BROWSERS), nameIn(SYSTEMS)]
  if (browser === undefined) return 'No browser'
  return system === undefined ? browser : `${browser} on ${system}`
}
