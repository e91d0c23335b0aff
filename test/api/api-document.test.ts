import { createConfig, lintFromString } from '@redocly/openapi-core'
import { beforeAll, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { startPortal } from '../harness/start-portal.ts'

/** Where it is exceeded: name what several operations share in `named-schemas.ts`, or say a description in fewer words. */
const MAX_BYTES = 200_000

let text: string
const ferry = forAllTests(startPortal)
beforeAll(async () => {
  text = (await ask()).body
})
const ask = () => ferry.ask(endpoints.public.openApi)

test('the file in the repository is what the server answers (-u writes it)', async () => {
  // A line for each operation and each schema, so that a change shows in a diff.
  const inLines = text.replaceAll(/"(\/api[^"]*|get|post|put|delete|[A-Z][A-Za-z]+)":\{/g, '\n$&')
  await expect(`${inLines}\n`).toMatchFileSnapshot('../../docs/openapi.json')
})

test('a linter of OpenAPI has nothing to say about it', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: text, config })
  expect(problems.map(({ message, location }) => [message, location[0]?.pointer])).toEqual([])
})

test('it is small, and made once', async () => {
  expect(Buffer.byteLength(text)).toBeLessThan(MAX_BYTES)
  const again = await ask()
  expect(again.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(again.body).toBe(text)
})

test('an operation is named after its place in the table of endpoints', () => {
  const { paths } = JSON.parse(text)
  expect(paths['/api/bulk-sender/start'].post.operationId).toBe('bulkSenderStart')
  expect(paths['/api/admin/claims'].get.operationId).toBe('adminClaims')
})

test('a refusal refers to the one schema of errors, and says which codes it may have', () => {
  const { components } = JSON.parse(text)
  expect(components.responses.Unauthorized.content['application/json'].schema.allOf).toEqual([
    { $ref: '#/components/schemas/Error' },
    { type: 'object', properties: { code: { enum: ['unauthorized'] } } },
  ])
  expect(text.match(/A stable snake_case code/g)).toHaveLength(1)
})
