import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const FOLDER = fileURLToPath(new URL('../web/verify', import.meta.url))

/** Writes verify.html beside the pages: one file with its script and its style in it, and a policy that allows these two alone. */
export function verifyPage(): Plugin {
  return {
    name: 'verify-page',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const [page, style, script] = await Promise.all([
        readFile(join(FOLDER, 'verify.html'), 'utf8'),
        readFile(join(FOLDER, 'verify.css'), 'utf8'),
        buildScript(),
      ])
      await writeFile(join(dir, 'verify.html'), assemble(page, style, script))
    },
  }
}

async function buildScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    root: FOLDER,
    build: {
      write: false,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: join(FOLDER, 'main.ts'), output: { codeSplitting: false } },
    },
  })
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((each) =>
    'output' in each ? each.output : [],
  )
  const [chunk, ...others] = outputs
  if (chunk?.type !== 'chunk' || others.length > 0)
    throw new Error('The script of verify.html is not one file')
  return chunk.code.trim().replaceAll('</script', '<\\/script')
}

function assemble(page: string, style: string, script: string): string {
  const policy = [
    "default-src 'none'",
    // Keccak is WebAssembly.
    `script-src '${hashOf(script)}' 'wasm-unsafe-eval'`,
    `style-src '${hashOf(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  return page
    .replace('<!--policy-->', () => `<meta http-equiv="Content-Security-Policy" content="${policy}" />`)
    .replace('<!--style-->', () => `<style>${style}</style>`)
    .replace('<!--script-->', () => `<script type="module">${script}</script>`)
}

const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`
