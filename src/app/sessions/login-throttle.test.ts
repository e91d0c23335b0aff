import { expect, test } from 'vitest'
import { createLoginThrottle } from './login-throttle.ts'

test('guessing from many addresses is bounded over all of them, for a quarter of an hour', () => {
  const throttle = createLoginThrottle()
  for (let n = 0; n < 200; n++) throttle.begin(`client ${n}`, 0)
  expect(() => throttle.begin('one more', 60_000)).toThrow(/Try again in 14 min/)
  expect(() => throttle.begin('one more', 15 * 60_000)).not.toThrow()
})

test('sign-ins that succeed do not count towards the bound', () => {
  const throttle = createLoginThrottle()
  for (let n = 0; n < 500; n++) {
    throttle.begin(`client ${n}`, 0)
    throttle.succeed(`client ${n}`)
  }
  expect(() => throttle.begin('one more', 0)).not.toThrow()
})
