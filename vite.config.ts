import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { subsetFonts } from './src/bin/subset-fonts.ts'
import { verifyPage } from './src/bin/verify-page.ts'

const repositoryRoot = fileURLToPath(new URL('.', import.meta.url))
const demoWallet = fileURLToPath(new URL('lab/demo-wallet/main.ts', import.meta.url))
const webRoot = fileURLToPath(new URL('src/web', import.meta.url))

/**
 * Three entries that share no page: the public claim page, the admin panel, and the demo's wallet, whose name is
 * fixed because the server adds it to the page by name, and only in the demo.
 */
export default defineConfig({
  root: webRoot,
  // A language's texts are one value.
  json: { namedExports: false },
  resolve: { alias: { fonts: await subsetFonts() } },
  plugins: [react(), tailwindcss(), precompress(), verifyPage()],
  build: {
    outDir: fileURLToPath(new URL('dist', import.meta.url)),
    emptyOutDir: true,
    sourcemap: false,
    // Nothing becomes a data: URL, and no polyfill is added: the content security policy allows files of our own only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  environments: {
    client: {
      build: {
        // Tells the server which file has a language's texts.
        manifest: true,
        rolldownOptions: {
          input: {
            claim: `${webRoot}/index.html`,
            admin: `${webRoot}/admin.html`,
            'demo-wallet': demoWallet,
          },
          output: {
            entryFileNames: ({ name }) =>
              name === 'demo-wallet' ? 'demo-wallet.js' : 'assets/[name]-[hash].js',
            chunkFileNames: 'assets/shared-[hash].js',
          },
        },
      },
    },
    // The claim page's first view, for the server to render: a module of its own, beside the page.
    ssr: {
      resolve: { noExternal: true },
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        emptyOutDir: false,
        rolldownOptions: {
          input: { 'render-page': `${webRoot}/claim/render-page.tsx` },
          output: { entryFileNames: 'server/[name].mjs', chunkFileNames: 'server/[name]-[hash].mjs' },
        },
      },
    },
  },
  builder: {},
  test: { root: repositoryRoot },
})

/** Puts a Brotli file beside each text file, once and for all: the server sends it to browsers that take it. */
function precompress(): Plugin {
  const compress = promisify(brotliCompress)
  return {
    name: 'precompress',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async writeBundle({ dir = '' }, bundle) {
      const texts = Object.keys(bundle).filter((name) => /\.(?:js|css|svg)$/.test(name))
      await Promise.all(
        texts.map(async (name) =>
          writeFile(join(dir, `${name}.br`), await compress(await readFile(join(dir, name)))),
        ),
      )
    },
  }
}
