/**
 * Compiles what a server consists of into the cache of compile-cache.js, for a start that can not write there. Nothing is started, and nothing
 * compiled where Node can not tell the main module.
 */
if (import.meta.main) await import('./serve.ts')
