import { renderToString } from 'react-dom/server'
import type { LanguageWishes, PageData, PageRequest, RenderedPage } from '#api-schema/portal.ts'
import { createQueryClient } from '#web/lib/query-client.ts'
import { accentStyle } from '#web/ui/accent-palette.ts'
import { fill } from '#web/ui/fill.ts'
import { ClaimApp, primeQueries } from './ClaimApp.tsx'
import { ClaimPage } from './ClaimPage.tsx'
import type { Texts } from './language/en.ts'
import { isLanguage, LANGUAGES, loadTexts, localeFor, preferredLanguage } from './language/languages.ts'
import { otherPage } from './other-pages.tsx'

const TITLES: Record<PageRequest['path'], (texts: Texts, tokenName: string) => string> = {
  '/': ({ page }, tokenName) => fill(page.title, { tokenName }),
  '/test': ({ test }) => test.title,
  '/404': ({ notFound }) => notFound.heading,
}

export function chooseLanguage({ acceptLanguage, chosenLanguage }: LanguageWishes) {
  const preferred = languagesOf(acceptLanguage)
  const language = isLanguage(chosenLanguage) ? chosenLanguage : preferredLanguage(preferred)
  const { baseName } = new Intl.Locale(localeFor(language, preferred))
  return { language, locale: new Intl.NumberFormat(baseName).resolvedOptions().locale }
}

/** Renders a page as the browser's own first render will be: hydration finds nothing to change. */
export async function renderPage(asked: PageRequest): Promise<RenderedPage> {
  const { path, locale, brand, portal } = asked
  const language = isLanguage(asked.language) ? asked.language : 'en'
  const texts = await loadTexts(language)
  const data: PageData = {
    language,
    locale,
    host: brand.publicUrl && new URL(brand.publicUrl).host,
    brand: portal ? null : brand,
    portal,
  }
  const queryClient = createQueryClient()
  primeQueries(queryClient, data)
  const first = { code: language, texts }
  const Page = path === '/' ? ClaimPage : otherPage(path)
  const app = <ClaimApp Page={Page} queryClient={queryClient} first={first} data={data} />
  return {
    language,
    lang: LANGUAGES[language].tag,
    dir: LANGUAGES[language].dir,
    description: texts.connect.welcome,
    title: TITLES[path](texts, brand.tokenName),
    body: renderToString(app),
    data,
    css: brand.accentColor ? accentStyle(brand.accentColor) : '',
  }
}

/** Reads the header Accept-Language, the most wanted first. */
function languagesOf(header: string): string[] {
  return header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((text) => text.trim())
      const quality = parameters.find((text) => text.startsWith('q='))
      return { tag, quality: quality ? Number(quality.slice(2)) : 1 }
    })
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag)
}
