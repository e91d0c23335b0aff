import './claim.css'
import { focusManager } from '@tanstack/react-query'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createQueryClient } from '#web/lib/query-client.ts'
import { ClaimApp, primeQueries } from './ClaimApp.tsx'
import { ClaimPage } from './ClaimPage.tsx'
import { en } from './language/en.ts'
import { firstLanguage } from './language/Language.tsx'
import { loadTexts } from './language/languages.ts'
import { readPageData } from './page-data.ts'

// A window beside others is always visible, and comes to the front without a change of that.
focusManager.setEventListener((onFocus) => {
  const look = () => onFocus()
  for (const event of ['visibilitychange', 'focus']) window.addEventListener(event, look)
  return () => {}
})

const data = readPageData()
const queryClient = createQueryClient()
primeQueries(queryClient, data)

const { pathname } = location
const page =
  pathname === '/' ? ClaimPage : import('./other-pages.tsx').then(({ otherPage }) => otherPage(pathname))

const code = firstLanguage()
const texts = loadTexts(code).then(
  (loaded) => ({ code, texts: loaded }),
  () => ({ code: 'en' as const, texts: en }),
)
Promise.all([page, texts]).then(([Page, first]) => {
  const root = document.getElementById('root') ?? document.body
  const app = <ClaimApp Page={Page} queryClient={queryClient} first={first} data={data} />
  // HTML in another language than the reader's is drawn anew.
  if (data?.language === first.code) hydrateRoot(root, app)
  else createRoot(root).render(app)
})
