import { hash } from 'node:crypto'

/**
 * Tells one setting of the admin password from another: the hash's own text where there is one, else the password in NFKC. It is kept
 * in memory alone, as the password is, and sessions are sealed with it: servers that are given the same setting share theirs.
 */
export function passwordFingerprint(setting: {
  hash?: string | undefined
  password?: string | undefined
}): string {
  const text =
    setting.hash === undefined
      ? `password ${(setting.password ?? '').normalize('NFKC')}`
      : `hash ${setting.hash}`
  return hash('sha256', text, 'base64url')
}
