export const NO_DIGIT = 255

/** The value of a hex digit, of either case, by its character code; NO_DIGIT for any other byte. */
export const HEX_DIGITS = new Uint8Array(256).fill(NO_DIGIT)
for (const digit of '0123456789abcdefABCDEF') HEX_DIGITS[digit.charCodeAt(0)] = Number.parseInt(digit, 16)
