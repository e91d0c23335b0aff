/** Returns a choice that the page keeps in a cookie (`web/lib/browser-storage.ts`), where it is one word. */
export function choiceInCookie(header: string | undefined, name: string): string | null {
  for (const part of (header ?? '').split(';')) {
    const [key = '', value = ''] = part.trim().split('=')
    if (key === name) return /^[a-z-]{1,16}$/i.test(value) ? value : null
  }
  return null
}
