import { expect, test } from 'vitest'
import type { NewClaim } from '#store/database/schema.ts'
import { sampleClaim } from '../../../test/harness/sample-rows.ts'
import { createClaimWriter } from './submit-claim.ts'

/**
 * Records which claims were committed together; an address that has a claim already is skipped, as by the
 * store.
 */
function startWriter() {
  const commits: NewClaim[][] = []
  const taken = new Set<string>()
  const writer = createClaimWriter({
    async insertMany(claims) {
      commits.push([...claims])
      const written = claims.filter(({ evmAddress }) => !taken.has(evmAddress) && taken.add(evmAddress))
      return new Set(written.map(({ id }) => id))
    },
  })
  return { commits, writer }
}

test('claims of one turn are one commit, in the order of their addresses: two servers never wait for each other', async () => {
  const { commits, writer } = startWriter()
  const claims = ['0xc', '0xa', '0xd', '0xb'].map((evmAddress) => sampleClaim({ evmAddress }))
  await Promise.all(claims.map((claim) => writer.insert(claim)))
  expect(commits.map((batch) => batch.map(({ evmAddress }) => evmAddress))).toEqual([
    ['0xa', '0xb', '0xc', '0xd'],
  ])
})

test('a claim names every column, also one that may be null: the compiler tells who forgets it', () => {
  const { rejectReason: _left, ...incomplete } = sampleClaim()
  // @ts-expect-error
  const claim: NewClaim = incomplete
  expect(claim).not.toHaveProperty('rejectReason')
})

test('each claim gets its own answer', async () => {
  const { writer } = startWriter()
  const claims = ['0xb', '0xa', '0xb'].map((evmAddress) => sampleClaim({ evmAddress }))
  expect(await Promise.all(claims.map((claim) => writer.insert(claim)))).toEqual([true, true, false])
  expect(await writer.insert(sampleClaim({ evmAddress: '0xa' }))).toBe(false)
})

test('a commit has 1,000 claims at most, and no claim gets the answer of another commit', async () => {
  const { commits, writer } = startWriter()
  const claims = Array.from({ length: 1_001 }, () => sampleClaim())
  await Promise.all(claims.map((claim) => writer.insert(claim)))
  expect(commits.map((batch) => batch.length)).toEqual([1_000, 1])
})
