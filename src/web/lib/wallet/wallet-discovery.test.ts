import { expect, test } from 'vitest'
import { isPhone } from './wallet-discovery.ts'

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15'

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15', 5, true],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36', 5, true],
  [MAC, 5, true],
  [MAC, 0, false],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36', 10, false],
])('%s with %i touch points: a phone is %s', (userAgent, maxTouchPoints, phone) => {
  expect(isPhone({ userAgent, maxTouchPoints })).toBe(phone)
})
