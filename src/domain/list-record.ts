export const ADDRESS_BYTES = 20

/** Of a row of a holder list, packed: its address, and its amount as a uint256, the most significant byte first. */
export const RECORD_BYTES = ADDRESS_BYTES + 32
