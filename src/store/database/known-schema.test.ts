import { expect, test } from 'vitest'
import { migrationDigest } from './known-schema.ts'

/**
 * The digests of what is released: databases were made by it. Where this fails, the change belongs into a new file beside the released
 * one. CONTRIBUTING.md ("How a release is made") says when a digest is taken.
 */
const RELEASED = {
  '001-initial-schema': {
    sqlite: 'aab03de657b788c8ac66c1e981b92c547814359bf500287a925e2b1fe35ac997',
    postgres: '1e953a912886208f52890b31f8de45378c5127dbff3ee2a8c07d256b9e9cc5b6',
  },
}

test.each(Object.entries(RELEASED))(
  '%s is frozen: a change of the schema is a new migration',
  async (name, digests) => {
    expect({
      sqlite: await migrationDigest(name, 'sqlite'),
      postgres: await migrationDigest(name, 'postgres'),
    }).toEqual(digests)
  },
)
