import { expect, test } from 'vitest'
import { migrationDigest } from './migrate.ts'

/**
 * The digests of what is released: databases were made by it. Where this fails, the change belongs into a new function beside the released
 * one. CONTRIBUTING.md ("How a release is made") says when a digest is taken.
 */
const RELEASED = {
  '001-initial-schema': {
    sqlite: 'aab03de657b788c8ac66c1e981b92c547814359bf500287a925e2b1fe35ac997',
    postgres: '1e953a912886208f52890b31f8de45378c5127dbff3ee2a8c07d256b9e9cc5b6',
  },
  '002-receipt-keys': {
    sqlite: '12d7f58379c9be5d37cc0a9981c909bab5efc36a1b87db03d3e26ce4b69aee2e',
    postgres: '12d7f58379c9be5d37cc0a9981c909bab5efc36a1b87db03d3e26ce4b69aee2e',
  },
  '003-unseen-warnings': {
    sqlite: 'db7df29c921dbee5c2a8db5d810006a6903380c36006a24c405e71dd8ac0eb64',
    postgres: 'db7df29c921dbee5c2a8db5d810006a6903380c36006a24c405e71dd8ac0eb64',
  },
  '004-paid-from': {
    sqlite: '4fe3487cd0fdb12b669b29544933b1727479197d801e1b7cc17dd96c14448976',
    postgres: '4fe3487cd0fdb12b669b29544933b1727479197d801e1b7cc17dd96c14448976',
  },
  '005-who-acted': {
    sqlite: '418694361247439581346a8e06fe17d413028928e3204e72b6ed0669e2c81c3f',
    postgres: '4e483c4bfa319120df56c4df3560cc172b73cb58ee1800c9aad4c84bfd67a5cd',
  },
  '006-passkeys': {
    sqlite: '7aa0085e73ad7e6503e4c9de0bf02fa791835754b9ed31577da2c1884b0f395c',
    postgres: '7aa0085e73ad7e6503e4c9de0bf02fa791835754b9ed31577da2c1884b0f395c',
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
