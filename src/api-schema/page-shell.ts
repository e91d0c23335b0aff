import type { PortalResponse } from './portal.ts'

/** What the project shows of itself, also where the rest can not be read. */
export type Brand = Pick<
  PortalResponse,
  | 'tokenName'
  | 'logoUrl'
  | 'accentColor'
  | 'publicUrl'
  | 'claimsOpenAt'
  | 'claimsCloseAt'
  | 'expectedPayoutAt'
  | 'progress'
>

/** What a page carries as JSON in its own HTML: all that its first view is drawn of. */
export interface PageData {
  language: string
  /** By which numbers and dates are written. */
  locale: string
  /** The host of `publicUrl`; null without one. What a request says of its host may be anybody's. */
  host: string | null
  /** Null where the portal's data has it all. */
  brand: Brand | null
  /** Null on the pages that do without, and while the database does not answer. */
  portal: PortalResponse | null
}

/** A page to be rendered. */
export interface PageRequest extends Pick<PageData, 'language' | 'locale' | 'portal'> {
  brand: Brand
  path: '/' | '/test' | '/404'
}

/** What tells a reader's language. */
export interface LanguageWishes {
  /** The header of this name. */
  acceptLanguage: string
  /** The language that the reader chose before. */
  chosenLanguage: string | null
}

export interface RenderedPage {
  language: string
  /** The tag and the direction of what it is written in. */
  lang: string
  dir: 'ltr' | 'rtl'
  title: string
  description: string
  /** The content of `#root`. */
  body: string
  data: PageData
  /** The accent's colours; empty where the page's own are used. */
  css: string
}

/** The module that `npm run build` makes of `web/claim/render-page.tsx`, for the server. */
export interface PageRenderer {
  /** Chooses among the available languages, and a locale that the runtime knows: there are a few hundred answers, whatever is asked. */
  chooseLanguage(wishes: LanguageWishes): Pick<PageData, 'language' | 'locale'>
  renderPage(asked: PageRequest): Promise<RenderedPage>
}
