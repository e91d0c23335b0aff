import './claim.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from '#web/lib/query-client.ts'
import { startTheme } from '#web/lib/theme.ts'
import { ClaimPage } from './ClaimPage.tsx'
import { LateToaster } from './LateToaster.tsx'
import { en } from './language/en.ts'
import { firstLanguage, LanguageProvider } from './language/Language.tsx'
import { loadTexts } from './language/languages.ts'
import { NotFoundPage } from './NotFoundPage.tsx'
import { TestPage } from './TestPage.tsx'

const PAGES: Record<string, () => React.ReactNode> = { '/': ClaimPage, '/test': TestPage }

const Page = PAGES[location.pathname] ?? NotFoundPage

startTheme()
const code = firstLanguage()
loadTexts(code)
  .then(
    (texts) => ({ code, texts }),
    () => ({ code: 'en' as const, texts: en }),
  )
  .then((first) =>
    createRoot(document.getElementById('root') ?? document.body).render(
      <StrictMode>
        <QueryClientProvider client={createQueryClient()}>
          <LanguageProvider first={first}>
            <Page />
            <LateToaster />
          </LanguageProvider>
        </QueryClientProvider>
      </StrictMode>,
    ),
  )
