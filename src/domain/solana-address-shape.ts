/**
 * 32 to 44 base58 characters: the form checks it while a person types. In a file of its own, so that the page
 * need not load Solana's library.
 */
export const SOLANA_ADDRESS_SHAPE = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/
