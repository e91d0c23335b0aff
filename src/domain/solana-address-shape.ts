/** 32 to 44 base58 characters: what the form checks while a person types. It stands alone so that the page needs no more. */
export const SOLANA_ADDRESS_SHAPE = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/
