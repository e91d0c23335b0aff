import './zod-without-eval.ts'
import './admin.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from '#web/lib/query-client.ts'
import { startTheme } from '#web/lib/theme.ts'
import { Toaster } from '#web/ui/Toaster.tsx'
import { AdminPanel } from './AdminPanel.tsx'
import { ConfirmWithPasskey } from './ConfirmWithPasskey.tsx'
import { LoginPage } from './LoginPage.tsx'
import { getToken, subscribeToToken } from './session.ts'

function AdminApp() {
  const token = useSyncExternalStore(subscribeToToken, getToken)
  return token === null ? <LoginPage /> : <AdminPanel />
}

startTheme()
createRoot(document.getElementById('root') ?? document.body).render(
  <StrictMode>
    <QueryClientProvider client={createQueryClient()}>
      <AdminApp />
      <ConfirmWithPasskey />
      <Toaster />
    </QueryClientProvider>
  </StrictMode>,
)
