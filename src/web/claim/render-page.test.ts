import { expect, test } from 'vitest'
import { chooseLanguage } from './render-page.tsx'

const choose = (acceptLanguage: string, chosenLanguage: string | null = null) =>
  chooseLanguage({ acceptLanguage, chosenLanguage })

test.each([
  ['de-CH,de;q=0.9,en;q=0.8', null, { language: 'de', locale: 'de-CH' }],
  ['en-GB', null, { language: 'en', locale: 'en-GB' }],
  ['en-GB', 'ru', { language: 'ru', locale: 'ru' }],
  ['xx, fr;q=0.1', null, { language: 'fr', locale: 'fr' }],
  ['', 'nonsense', { language: 'en', locale: 'en' }],
])('%s, and %s chosen before', (header, chosen, expected) => {
  expect(choose(header, chosen)).toEqual(expected)
})

test('whatever headers are made up, a few pages answer them', () => {
  const made = Array.from({ length: 5_000 }, (_, index) => {
    const word = index.toString(36).padStart(5, 'x')
    return choose(`en-x-${word},de-u-nu-${word},en;q=0.${index},${word}`)
  })
  expect(new Set(made.map((each) => JSON.stringify(each))).size).toBe(1)
  const regions = Array.from({ length: 676 }, (_, index) =>
    choose(`en-${String.fromCharCode(65 + Math.floor(index / 26), 65 + (index % 26))}`),
  )
  expect(new Set(regions.map(({ locale }) => locale)).size).toBeLessThan(200)
})
