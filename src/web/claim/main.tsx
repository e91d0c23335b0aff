import './claim.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from '#web/lib/query-client.ts'
import { Toaster } from '#web/ui/Toaster.tsx'
import { ClaimPage } from './ClaimPage.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'
import { TestPage } from './TestPage.tsx'

const PAGES: Record<string, () => React.ReactNode> = { '/': ClaimPage, '/test': TestPage }

const Page = PAGES[location.pathname] ?? NotFoundPage

createRoot(document.getElementById('root') ?? document.body).render(
  <StrictMode>
    <QueryClientProvider client={createQueryClient()}>
      <Page />
      <Toaster />
    </QueryClientProvider>
  </StrictMode>,
)
