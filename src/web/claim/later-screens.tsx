import { lazy, type ReactNode, Suspense } from 'react'
import { type LanguageCode, loadAllTexts } from './language/languages.ts'
import { ScreenBoundary, ScreenSkeleton } from './Screen.tsx'

/** Screens that nobody sees first. */
const loadForm = () => import('./form/ClaimForm.tsx')
const loadStatus = () => import('./status/ClaimCard.tsx')
const loadSafe = () => import('./safe/SafeClaim.tsx')
const loadOthers = () => import('./OtherAccounts.tsx')

export const ClaimForm = lazy(async () => ({ default: (await loadForm()).ClaimForm }))
export const ClaimCard = lazy(async () => ({ default: (await loadStatus()).ClaimCard }))
export const SafeClaim = lazy(async () => ({ default: (await loadSafe()).SafeClaim }))
export const SuccessScreen = lazy(async () => ({ default: (await loadStatus()).SuccessScreen }))
export const OtherAccounts = lazy(async () => ({ default: (await loadOthers()).OtherAccounts }))
export const EnterAddress = lazy(async () => ({
  default: (await import('./sign-elsewhere/EnterAddress.tsx')).EnterAddress,
}))
export const ElsewhereForm = lazy(async () => ({
  default: (await import('./sign-elsewhere/ElsewhereForm.tsx')).ElsewhereForm,
}))

/** Fetches them and their texts ahead, so that they are there without a wait, and without a network. */
export function preloadScreens(language: LanguageCode): void {
  const loadLanguage = () => loadAllTexts(language)
  for (const load of [loadForm, loadStatus, loadOthers, loadLanguage]) load().catch(() => {})
}

/** Waits for a screen in its place, and says so where it can not be fetched. */
export function LaterScreen({ children }: { children: ReactNode }) {
  return (
    <ScreenBoundary>
      <Suspense fallback={<ScreenSkeleton />}>{children}</Suspense>
    </ScreenBoundary>
  )
}
