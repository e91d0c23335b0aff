declare const journaled: unique symbol

/**
 * A transaction whose bytes are durably written down. Only the store's journal makes one, and
 * `SolanaRpc.broadcast` takes nothing else: an unjournaled transaction can not be sent.
 */
export type Journaled<T> = T & { readonly [journaled]: true }
