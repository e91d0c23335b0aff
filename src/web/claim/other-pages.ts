import { NotFoundPage } from './NotFoundPage.tsx'
import { TestPage } from './TestPage.tsx'

/** Returns the page at a path that is not the claim page's. */
export function otherPage(path: string): () => React.ReactNode {
  return path === '/test' ? TestPage : NotFoundPage
}
